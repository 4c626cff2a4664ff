import { ComposeIcon } from '@sanity/icons/Compose'
import { defineField, defineType } from 'sanity'
import { blockPreview, headingField, introField, shortWords } from '#studio/schema/block-parts.ts'

export const contactFormBlock = defineType({
  name: 'contactForm',
  title: 'Contact form',
  type: 'object',
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
    shortWords('submitLabel', 'Button', 'Submit'),
    shortWords('submittingLabel', 'Button while it is being sent', 'Submitting...'),
  ],
  preview: blockPreview('Contact form'),
})
