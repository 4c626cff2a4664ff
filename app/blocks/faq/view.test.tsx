import { expect, test } from 'vitest'
import { FaqView } from '#app/blocks/faq/view.tsx'
import { EditingProvider } from '#app/content/edit.tsx'
import { fixtureSettings, paragraphs, render, texts } from '#tests/support/render.tsx'

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
  const html = render(<FaqView block={{ _key: 'k', _type: 'faq', heading: 'FAQ', intro: null, items }} />, {
    settings: fixtureSettings,
  })
  expect(texts(html, 'summary')).toEqual(['How much?', 'Why?'])
  expect(html).toContain('It costs $299')
  expect(html).not.toContain('<details name') // a name would close the others
})

test('an editor sees open answers whose references link to Settings; a visitor does not', () => {
  const [answer] = paragraphs('Call ')
  const brand = {
    _key: 'b',
    _type: 'settingReference' as const,
    text: null,
    marks: [],
    setting: 'brand' as const,
  }
  const items = [
    { _id: '1', question: 'Who?', answer: [{ ...answer!, children: [...answer!.children!, brand] }] },
  ]
  const view = <FaqView block={{ _key: 'k', _type: 'faq', heading: 'FAQ', intro: null, items }} />
  const visitors = render(view)
  expect(visitors).toContain('Call Brand')
  expect(visitors).not.toMatch(/<details[^>]* open|data-sanity/)
  const editors = render(<EditingProvider value="http://localhost:3333">{view}</EditingProvider>)
  expect(editors).toMatch(/<details[^>]* open/)
  expect(editors).toMatch(/<span data-sanity="id=siteSettings;[^"]*path=brand;[^"]*">Brand<\/span>/)
})
