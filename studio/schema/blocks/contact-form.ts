import { ComposeIcon } from '@sanity/icons/Compose'
import { defineBlock, headingField, introField, labelField, optionalField } from '#studio/schema/fields.ts'

export const contactForm = defineBlock({
  name: 'contactForm',
  title: 'Contact form',
  icon: ComposeIcon,
  description: 'The form that sends an enquiry. The wording of its consents is in Settings.',
  fields: [
    headingField,
    introField,
    optionalField('legal', 'Line below the consents', 'richText', {
      description: 'Link the privacy policy and the terms of use here. Both open in a new tab.',
    }),
    labelField('submitLabel', 'Button', 'Submit'),
    labelField('submittingLabel', 'Button while the form is being sent', 'Submitting...'),
  ],
})
