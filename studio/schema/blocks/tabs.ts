import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { type CustomValidator, defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { titledText } from '#studio/schema/fields.ts'

/** A tab that was taken out may have been the one: visitors would see another, and nobody would have chosen it. */
export const isOneOfTabs: CustomValidator<number | undefined> = (open, { parent }) => {
  const { tabs = [] } = (parent ?? {}) as { tabs?: unknown[] }
  return !open || !tabs.length || open <= tabs.length || `There are ${tabs.length} tabs: choose one of them.`
}

export const tabsBlock = defineBlock({
  name: 'tabs',
  title: 'Tabs',
  icon: StackCompactIcon,
  description: 'Texts behind tabs; one is open.',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      description: 'Read out by screen readers if empty on the page.',
      validation: (rule) => rule.max(90),
    }),
    defineField({
      name: 'tabs',
      title: 'Tabs',
      type: 'array',
      of: [titledText({ name: 'tab', title: 'Tab', textField: 'text', titleMax: 30 })],
      validation: (rule) => rule.required().min(2).max(5),
    }),
    defineField({
      name: 'openTab',
      title: 'Open at first',
      type: 'number',
      description: '1 is the first tab.',
      initialValue: 1,
      validation: (rule) => rule.required().integer().min(1).max(5).custom(isOneOfTabs),
    }),
  ],
})
