import { CogIcon } from '@sanity/icons/Cog'
import { defineField, defineType } from 'sanity'

const SETTINGS = [
  { title: 'Brand name', value: 'brand' },
  { title: 'E-mail', value: 'email' },
  { title: 'Phone', value: 'phone' },
  { title: 'Company web address', value: 'companyUrl' },
  { title: 'Postal address', value: 'address' },
]

/** Quotes a value of the site settings inside a text, so that brand and contact data are typed once. */
export const settingReference = defineType({
  name: 'settingReference',
  title: 'Brand or contact data',
  type: 'object',
  icon: CogIcon,
  fields: [
    defineField({
      name: 'setting',
      title: 'Which one',
      type: 'string',
      options: { list: SETTINGS, layout: 'radio' },
      initialValue: 'brand',
      description: 'The text always shows the current value of Settings.',
      validation: (rule) => rule.required(),
    }),
  ],
  preview: {
    select: { setting: 'setting' },
    prepare: ({ setting }) => ({
      title: SETTINGS.find(({ value }) => value === setting)?.title ?? 'Choose one',
      subtitle: 'From settings',
    }),
  },
})
