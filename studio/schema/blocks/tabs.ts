import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { type CustomValidator, defineField } from 'sanity'
import { defineBlock, optionalHeading, titledText } from '#studio/schema/fields.ts'

/** Requires that the open tab exists, because an editor may have removed it. */
const isOneOfTabs: CustomValidator<number | undefined> = (open, { parent }) => {
  const { tabs = [] } = (parent ?? {}) as { tabs?: unknown[] }
  return !open || !tabs.length || open <= tabs.length || `There are ${tabs.length} tabs: choose one of them.`
}

export const tabs = defineBlock({
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
})
