import { defineType, type ObjectDefinition } from 'sanity'

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
      prepare: ({ heading }) => ({ title: heading ?? block.title, subtitle: block.title }),
    },
  })
