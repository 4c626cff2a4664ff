import { StarIcon } from '@sanity/icons/Star'
import { defineBlock, headingField, introField, shortWords } from '#studio/schema/block-parts.ts'

export const reviewsBlock = defineBlock({
  name: 'reviews',
  title: 'Reviews',
  icon: StarIcon,
  description: 'What clients say. The reviews themselves come from the visitors.',
  fields: [
    headingField,
    introField,
    shortWords('addLabel', 'Button that opens the review form', 'Add Review', 40),
    shortWords('formTitle', 'Heading of the review form', 'Add New Review', 40),
    shortWords('submitLabel', 'Button of the review form', 'Add', 40),
    shortWords('companyLabel', 'In front of a company', 'Company', 40),
    shortWords('positionLabel', 'In front of a job title', 'Position', 40),
    shortWords('moreLabel', 'Button that shows the whole review', 'Read More', 40),
    shortWords('lessLabel', 'Button that shortens it again', 'Show Less', 40),
    shortWords(
      'invitation',
      'When there are no reviews yet',
      'No reviews yet. If you’ve worked with us, yours can be the first.',
      140,
    ),
  ],
})
