import type { Block, Page } from '#app/content/types.ts'

/** Whether a block would show only a heading, because its list is empty. */
const isEmptyList = (block: Block): boolean =>
  (block._type === 'planGrid' && block.plans.length === 0) ||
  (block._type === 'articleList' && block.articles.length === 0) ||
  (block._type === 'faq' && !block.items?.length && !block.intro?.length) ||
  (block._type === 'partners' && block.partners.length === 0 && !block.invitation)

/** The blocks that a page shows, and whether the first one contains the page's main heading. */
export function pageBlocks(all: Page['blocks']): { blocks: Block[]; hasMainHeading: boolean } {
  const blocks = all?.filter((block) => !isEmptyList(block)) ?? []
  return { blocks, hasMainHeading: blocks[0] !== undefined && hasHeading(blocks[0]) }
}

/** Whether a block has a heading that can be the page's main heading. */
function hasHeading(block: Block): boolean {
  switch (block._type) {
    case 'statement':
      return Boolean(block.text?.length)
    case 'callToAction':
      return true
    case 'alternatingSections':
      return false
    default:
      return 'heading' in block && Boolean(block.heading?.length)
  }
}
