import { CogIcon } from '@sanity/icons/Cog'
import { defineType } from 'sanity'
import { choiceField } from '#studio/schema/fields.ts'

const SETTINGS = [
  { title: 'Brand name', value: 'brand' },
  { title: 'E-mail', value: 'email' },
  { title: 'Phone', value: 'phone' },
  { title: 'Company web address', value: 'companyUrl' },
  { title: 'Postal address', value: 'address' },
]

/** Quotes a value of Settings inside a text. */
export const settingReference = defineType({
  name: 'settingReference',
  title: 'Brand or contact data',
  type: 'object',
  icon: CogIcon,
  fields: [choiceField('setting', 'Value', SETTINGS, 'The text always shows the current value in Settings.')],
  preview: {
    select: { setting: 'setting' },
    prepare: ({ setting }) => ({
      title: SETTINGS.find(({ value }) => value === setting)?.title ?? 'Choose a value',
      subtitle: 'From Settings',
    }),
  },
})
