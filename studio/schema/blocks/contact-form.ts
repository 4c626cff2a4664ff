import { ComposeIcon } from '@sanity/icons/Compose'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, labelField } from '#studio/schema/fields.ts'

export const contactFormBlock = defineBlock({
  name: 'contactForm',
  title: 'Contact form',
  icon: ComposeIcon,
  description: 'The form that sends an enquiry. The wording of its consents stands in Settings.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'legal',
      title: 'Line below the consents',
      type: 'richText',
      description: 'Links to the privacy policy and the terms of use; they open in a new tab.',
    }),
    labelField('submitLabel', 'Button', 'Submit'),
    labelField('submittingLabel', 'Button while it is being sent', 'Submitting...'),
  ],
})
