import { defineType, type ObjectDefinition } from 'sanity'

type Span = { text?: string }

/** What the list of blocks shows: the block's heading, or its type where it has none. */
function blockTitle(heading: unknown, type: string): string {
  if (typeof heading === 'string' && heading) return heading
  const [paragraph] = (Array.isArray(heading) ? heading : []) as { children?: Span[] }[]
  return paragraph?.children?.map(({ text }) => text ?? '…').join('') || type
}

/** A block of a page. The list of blocks shows its heading (or the field `previewField`), with the block's type below. */
export const defineBlock = ({
  previewField = 'heading',
  ...block
}: Omit<ObjectDefinition, 'type' | 'preview'> & { title: string; previewField?: string }) =>
  defineType({
    ...block,
    type: 'object',
    preview: {
      select: { heading: previewField },
      prepare: ({ heading }) => ({ title: blockTitle(heading, block.title), subtitle: block.title }),
    },
  })
