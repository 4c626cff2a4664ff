import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { requiredString } from '#studio/schema/fields.ts'

export const alternatingSectionsBlock = defineBlock({
  name: 'alternatingSections',
  title: 'Images and texts side by side',
  icon: SplitVerticalIcon,
  description: 'Sections with a text and an image. The image changes sides from one section to the next.',
  fields: [
    defineField({
      name: 'sections',
      title: 'Sections',
      type: 'array',
      of: [
        defineArrayMember({
          name: 'alternatingSection',
          title: 'Section',
          type: 'object',
          fields: [
            requiredString('heading', 'Heading', 80),
            requiredString('subheading', 'Subheading', 160),
            defineField({ name: 'text', title: 'Text', type: 'richText' }),
            defineField({ name: 'picture', title: 'Image', type: 'picture' }),
            defineField({ name: 'button', title: 'Button', type: 'link' }),
          ],
          preview: { select: { title: 'heading', subtitle: 'subheading', media: 'picture' } },
        }),
      ],
      validation: (rule) => rule.required().min(1),
    }),
  ],
  previewField: 'sections.0.heading',
})
