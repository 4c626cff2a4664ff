import { ComposeIcon } from '@sanity/icons/Compose'
import { defineField } from 'sanity'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, labelField } from '#studio/schema/fields.ts'

export const contactFormBlock = defineBlock({
  name: 'contactForm',
  title: 'Contact form',
  icon: ComposeIcon,
  description: 'The form that sends an enquiry. The wording of its consents is in Settings.',
  fields: [
    headingField,
    introField,
    defineField({
      name: 'legal',
      title: 'Line below the consents',
      type: 'richText',
      description: 'Link the privacy policy and the terms of use here. Both open in a new tab.',
    }),
    labelField('submitLabel', 'Button', 'Submit'),
    labelField('submittingLabel', 'Button while the form is being sent', 'Submitting...'),
  ],
})
