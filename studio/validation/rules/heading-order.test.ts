import { expect, test } from 'vitest'
import { headingOrder } from '#studio/validation/rules/heading-order.ts'
import { messages, paragraphs } from '#studio/validation/rules/rules.test-support.ts'

const heading = (style: string, text = 'Heading') => ({ ...paragraphs(text)[0], _key: style, style })
const prose = (_key: string, title: string | undefined, ...text: object[]) => ({
  _key,
  _type: 'prose',
  ...(title && { heading: title }),
  text,
})
const header = { _key: 'header', _type: 'pageHeader', heading: paragraphs('Hello') }
const h3 = heading('h3')
const page = (...blocks: object[]) => ({ _type: 'page', blocks: [header, ...blocks] })
const article = (...body: object[]) => ({ _type: 'article', body })

test.each([
  ['a page: h1, h2, h3', page(prose('a', 'Large', h3)), undefined],
  ['a page: h1, h3', page(prose('a', undefined, h3)), 'level 3 below one of level 1'],
  [
    'a page: h1, h2, h3, h4 in the next block',
    page(prose('a', 'Large', h3), prose('b', undefined, heading('h4'))),
    undefined,
  ],
  ['a policy: h3', { _type: 'policy', sections: [{ _key: 's', title: 'One', body: [h3] }] }, undefined],
  ['an article: h2, h3, h2', article(heading('h2'), h3, heading('h2')), undefined],
  ['an article: h3', article(h3), 'Add a heading of level 2 above it'],
  ['an empty heading', article(heading('h2', ' ')), 'is empty'],
])('%s', (_, document, message) => {
  const found = messages(headingOrder, { _id: 'a', ...document })
  expect(found).toEqual(message ? [expect.stringContaining(message)] : [])
})
