import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReviewCard } from '#app/reviews/review-card.tsx'

const nothing = { firstName: '', lastName: ' ', companyName: '', jobTitle: '', reviewDescription: '' }
const words = { companyLabel: 'Company', positionLabel: 'Position', moreLabel: 'More', lessLabel: 'Less' }

test('a review without a name has no empty heading', () => {
  const render = (review: Partial<typeof nothing>) =>
    renderToString(
      <ReviewCard review={{ ...nothing, ...review, id: 'a', rating: 1, date: null }} words={words} />,
    )
  expect(render({})).not.toContain('<h3')
  expect(render({ lastName: 'Lee' })).toMatch(/<h3[^>]*>Lee<\/h3>/)
})

test('a card has no header or footer: a page has one of each', () => {
  const card = renderToString(
    <ReviewCard review={{ ...nothing, id: 'a', rating: 1, date: '2025-03-09' }} words={words} />,
  )
  expect(card).not.toMatch(/<(header|footer)/)
})
