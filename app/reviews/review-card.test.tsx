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

test('a name and a text in Hebrew or Arabic run from right to left, whatever surrounds them', () => {
  const written = { ...nothing, firstName: 'דנה', companyName: 'נדל״ן בע״מ', reviewDescription: 'מצוין!' }
  const card = renderToString(
    <ReviewCard review={{ ...written, id: 'a', rating: 5, date: null }} words={words} />,
  )
  expect(card).toMatch(/<h3 [^>]*dir="auto"[^>]*>דנה</)
  expect(card).toContain('<dd dir="auto">נדל״ן בע״מ<')
  expect(card, 'with its quotes, as one text').toMatch(/<p [^>]*dir="auto"[^>]*>“מצוין!”</)
})

test('a card has no header or footer: a page has one of each', () => {
  const card = renderToString(
    <ReviewCard review={{ ...nothing, id: 'a', rating: 1, date: '2025-03-09' }} words={words} />,
  )
  expect(card).not.toMatch(/<(header|footer)/)
})
