import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { defineArrayMember, defineField } from 'sanity'
import { defineBlock, optionalField, requiredString } from '#studio/schema/fields.ts'

export const alternatingSections = defineBlock({
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
            optionalField('text', 'Text', 'richText'),
            optionalField('picture', 'Image', 'picture'),
            optionalField('button', 'Button', 'link'),
          ],
          preview: { select: { title: 'heading', subtitle: 'subheading', media: 'picture' } },
        }),
      ],
      validation: (rule) => rule.required().min(1),
    }),
  ],
  previewField: 'sections.0.heading',
})
