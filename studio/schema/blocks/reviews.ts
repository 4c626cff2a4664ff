import { StarIcon } from '@sanity/icons/Star'
import { defineBlock } from '#studio/schema/define-block.ts'
import { headingField, introField, labelField } from '#studio/schema/fields.ts'

export const reviewsBlock = defineBlock({
  name: 'reviews',
  title: 'Reviews',
  icon: StarIcon,
  description: 'What clients say. The reviews themselves come from the visitors.',
  fields: [
    headingField,
    introField,
    labelField('addLabel', 'Button that opens the review form', 'Add Review', 40),
    labelField('formTitle', 'Heading of the review form', 'Add New Review', 40),
    labelField('submitLabel', 'Button of the review form', 'Add', 40),
    labelField('companyLabel', 'In front of a company', 'Company', 40),
    labelField('positionLabel', 'In front of a job title', 'Position', 40),
    labelField('moreLabel', 'Button that shows the whole review', 'Read More', 40),
    labelField('lessLabel', 'Button that shortens it again', 'Show Less', 40),
    labelField(
      'invitation',
      'When there are no reviews yet',
      'No reviews yet. If you’ve worked with us, yours can be the first.',
      140,
    ),
  ],
})
