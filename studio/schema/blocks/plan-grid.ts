import { TagsIcon } from '@sanity/icons/Tags'
import { choiceField, defineBlock, headingField, introField } from '#studio/schema/fields.ts'

export const planGrid = defineBlock({
  name: 'planGrid',
  title: 'Price cards of all plans',
  icon: TagsIcon,
  description: 'A card for each lead rate, or for each prepaid bundle. Visitors choose a plan here.',
  fields: [
    headingField,
    introField,
    choiceField('kind', 'Which plans', [
      { title: 'Lead rates', value: 'rate' },
      { title: 'Prepaid bundles', value: 'bundle' },
    ]),
  ],
})
