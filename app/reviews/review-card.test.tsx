import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReviewCard } from '#app/reviews/review-card.tsx'

const nothing = { firstName: '', lastName: ' ', companyName: '', jobTitle: '', reviewDescription: '' }
const labels = { companyLabel: 'Company', positionLabel: 'Position', moreLabel: 'More', lessLabel: 'Less' }

test('a review without a name has no empty heading', () => {
  const render = (review: Partial<typeof nothing>) =>
    renderToString(
      <ReviewCard review={{ ...nothing, ...review, id: 'a', rating: 1, date: null }} labels={labels} />,
    )
  expect(render({})).not.toContain('<h3')
  expect(render({ lastName: 'Lee' })).toMatch(/<h3[^>]*>Lee<\/h3>/)
})

test('Hebrew and Arabic run from right to left', () => {
  const written = { ...nothing, firstName: 'דנה', companyName: 'נדל״ן בע״מ', reviewDescription: 'מצוין!' }
  const card = renderToString(
    <ReviewCard review={{ ...written, id: 'a', rating: 5, date: null }} labels={labels} />,
  )
  expect(card).toMatch(/<h3 [^>]*dir="auto"[^>]*>דנה</)
  expect(card).toContain('<dd dir="auto">נדל״ן בע״מ<')
  expect(card).toMatch(/<p [^>]*dir="auto"[^>]*>“מצוין!”</)
})
