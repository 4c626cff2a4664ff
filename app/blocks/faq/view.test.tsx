import { expect, test } from 'vitest'
import { FaqView } from '#app/blocks/faq/view.tsx'
import { paragraphs, render, texts } from '#tests/support/render.tsx'

test('each question opens independently, and its answer quotes the current price', () => {
  const [answer] = paragraphs('It costs ')
  const price = {
    _key: 'p',
    _type: 'priceReference' as const,
    text: null,
    marks: [],
    show: 'price' as const,
    plan: { title: 'Hot', price: 299, credit: null, cap: null },
  }
  const quoting = { ...answer!, children: [...answer!.children!, price] }
  const items = [
    { _id: '1', question: 'How much?', answer: [quoting] },
    { _id: '2', question: 'Why?', answer: null },
  ]
  const html = render(<FaqView block={{ _key: 'k', _type: 'faq', heading: 'FAQ', intro: null, items }} />)
  expect(texts(html, 'summary')).toEqual(['How much?', 'Why?'])
  expect(html).toContain('It costs $299')
  expect(html).not.toContain('<details name') // a name would close the others
})
