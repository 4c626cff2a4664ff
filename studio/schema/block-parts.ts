import { defineArrayMember, defineField, type PreviewConfig } from 'sanity'

type Span = { text?: string }

/** What the list of blocks shows: the block's heading, or its kind where it has none. */
function blockTitle(heading: unknown, kind: string): string {
  if (typeof heading === 'string' && heading) return heading
  if (Array.isArray(heading)) {
    const line = (heading[0] as { children?: Span[] } | undefined)?.children
      ?.map(({ text }) => text ?? '…')
      .join('')
    if (line) return line
  }
  return kind
}

/** Shows a block by its heading (or another field) with its kind below. */
export const blockPreview = (kind: string, field = 'heading'): PreviewConfig => ({
  select: { heading: field },
  prepare: ({ heading }) => ({ title: blockTitle(heading, kind), subtitle: kind }),
})

/** The heading of most blocks. */
export const headingField = defineField({
  name: 'heading',
  title: 'Heading',
  type: 'string',
  validation: (rule) => rule.required().max(90),
})

/** The sentence below a heading. */
export const introField = defineField({ name: 'intro', title: 'Intro', type: 'inlineText' })

/** One to four headline figures. */
export const figuresField = (title: string) =>
  defineField({
    name: 'figures',
    title,
    type: 'array',
    of: [defineArrayMember({ type: 'figure' })],
    validation: (rule) => rule.required().min(1).max(4),
  })
