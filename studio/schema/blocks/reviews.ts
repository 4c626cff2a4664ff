import { StarIcon } from '@sanity/icons/Star'
import { defineBlock, headingField, introField, labelField } from '#studio/schema/fields.ts'

export const reviews = defineBlock({
  name: 'reviews',
  title: 'Client reviews with form',
  icon: StarIcon,
  description:
    'Reviews that visitors wrote, and the form to write one. Hide or approve reviews in the Inbox.',
  fields: [
    headingField,
    introField,
    labelField('addLabel', 'Button that opens the review form', 'Add Review', 40),
    labelField('formTitle', 'Heading of the review form', 'Add New Review', 40),
    labelField('submitLabel', 'Button of the review form', 'Add', 40),
    labelField('companyLabel', 'Label before a company', 'Company', 40),
    labelField('positionLabel', 'Label before a job title', 'Position', 40),
    labelField('moreLabel', 'Button that shows the whole review', 'Read More', 40),
    labelField('lessLabel', 'Button that shortens it again', 'Show Less', 40),
    labelField(
      'invitation',
      'Text while there are no reviews',
      'No reviews yet. If you’ve worked with us, yours can be the first.',
      140,
    ),
  ],
})
