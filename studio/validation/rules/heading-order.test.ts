import { expect, test } from 'vitest'
import { headingOrder } from '#studio/validation/rules/heading-order.ts'
import { findings, paragraphs } from '#studio/validation/rules/rules.test-support.ts'

const heading = (style: string, text = 'Heading') => ({ ...paragraphs(text)[0], _key: style, style })
const prose = (_key: string, title: string | undefined, ...text: object[]) => ({
  _key,
  _type: 'prose',
  ...(title && { heading: title }),
  text,
})
const header = { _key: 'header', _type: 'pageHeader', heading: paragraphs('Hello') }
const h3 = heading('h3')

test.each([
  ['a page: h1, h2, h3', { _type: 'page', blocks: [header, prose('a', 'Large', h3)] }, undefined],
  [
    'a page: h1, h3',
    { _type: 'page', blocks: [header, prose('a', undefined, h3)] },
    'level 3 below one of level 1',
  ],
  [
    'a page: h1, h2, h3, h4 in the next block',
    { _type: 'page', blocks: [header, prose('a', 'Large', h3), prose('b', undefined, heading('h4'))] },
    undefined,
  ],
  [
    'a policy: h3 in a section',
    { _type: 'policy', sections: [{ _key: 's', title: 'One', body: [h3] }] },
    undefined,
  ],
  ['an article: h2, h3, h2', { _type: 'article', body: [heading('h2'), h3, heading('h2')] }, undefined],
  [
    'an article: h2, h4',
    { _type: 'article', body: [heading('h2'), heading('h4')] },
    'level 4 below one of level 2',
  ],
  ['an article: h3', { _type: 'article', body: [h3] }, 'Add a heading of level 2 above it'],
  ['an empty heading', { _type: 'article', body: [heading('h2', ' ')] }, 'is empty'],
])('%s', (_, document, message) => {
  const found = findings(headingOrder, { _id: 'a', ...document })
  expect(found.map((one) => one.message)).toEqual(message ? [expect.stringContaining(message)] : [])
})
