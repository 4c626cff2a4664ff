import { cardsBlocks } from '#studio/schema/blocks/cards.ts'
import { listsBlocks } from '#studio/schema/blocks/lists.ts'
import { openingBlocks } from '#studio/schema/blocks/opening.ts'
import { textBlocks } from '#studio/schema/blocks/text.ts'

/** The tabs of the insert menu, with the blocks of each; app/blocks has a folder for each block. */
export const BLOCK_GROUPS = [
  { name: 'opening', title: 'Opening', blocks: openingBlocks },
  { name: 'text', title: 'Text', blocks: textBlocks },
  { name: 'cards', title: 'Cards and figures', blocks: cardsBlocks },
  { name: 'lists', title: 'Lists and forms', blocks: listsBlocks },
]

/** Every block that an editor can place on a page. */
export const blocks = BLOCK_GROUPS.flatMap((group) => group.blocks)
