import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { HeartIcon } from '@sanity/icons/Heart'
import { OlistIcon } from '@sanity/icons/Olist'
import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { TextIcon } from '@sanity/icons/Text'
import { type CustomValidator, defineArrayMember, defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import {
  headingField,
  introField,
  listOf,
  optionalField,
  optionalHeading,
  requiredString,
  requiredText,
  titledText,
} from '#studio/schema/fields.ts'

/** Checks that the open tab still exists: an editor may have removed it. */
export const isOneOfTabs: CustomValidator<number | undefined> = (open, { parent }) => {
  const { tabs = [] } = (parent ?? {}) as { tabs?: unknown[] }
  return !open || !tabs.length || open <= tabs.length || `There are ${tabs.length} tabs: choose one of them.`
}

export const textBlocks = [
  defineBlock({
    name: 'prose',
    title: 'Column of text',
    icon: TextIcon,
    description: 'Paragraphs, subheadings, lists and links.',
    fields: [optionalHeading, requiredText('text', 'Text', 'richText')],
  }),
  defineBlock({
    name: 'statement',
    title: 'One strong sentence',
    icon: BlockquoteIcon,
    description: 'A sentence in large letters between two other blocks, with a small line below.',
    fields: [
      requiredText('text', 'Sentence', 'inlineText'),
      optionalField('note', 'Small line below', 'inlineText'),
    ],
    previewField: 'text',
  }),
  defineBlock({
    name: 'steps',
    title: 'Numbered steps',
    icon: OlistIcon,
    description: 'Explains a process in two to eight steps.',
    fields: [headingField, introField, listOf('card', 'steps', 'Steps', [2, 8])],
  }),
  defineBlock({
    name: 'tabs',
    title: 'Texts in tabs',
    icon: StackCompactIcon,
    description: 'Two to five texts. Visitors see one at a time and choose it by its tab.',
    fields: [
      optionalHeading,
      defineField({
        name: 'tabs',
        title: 'Tabs',
        type: 'array',
        of: [titledText('tab', 'Tab', 30, 'text')],
        validation: (rule) => rule.required().min(2).max(5),
      }),
      defineField({
        name: 'openTab',
        title: 'Tab that is open at first',
        type: 'number',
        description: 'The number of the tab: 1 is the first.',
        initialValue: 1,
        validation: (rule) => rule.required().integer().min(1).max(5).custom(isOneOfTabs),
      }),
    ],
  }),
  defineBlock({
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
  }),
  defineBlock({
    name: 'appreciation',
    title: 'Mission with image and figures',
    icon: HeartIcon,
    description: 'A text about the company beside an image, with headline figures below.',
    fields: [
      headingField,
      requiredText('text', 'Text', 'richText'),
      listOf('figure', 'figures', 'Figures', [1, 4]),
      defineField({
        name: 'picture',
        title: 'Image',
        type: 'picture',
        validation: (rule) => rule.required().assetRequired(),
      }),
    ],
  }),
]
