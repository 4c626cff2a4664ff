import { expect, test } from 'vitest'
import { pathText, walk } from '#studio/validation/walk.ts'

test('the words of a document, from top to bottom, and none of its names, addresses and choices', () => {
  const text = {
    _key: 'b',
    _type: 'block',
    style: 'normal',
    children: [
      { _key: 's', _type: 'span', text: 'Look ', marks: ['strong'] },
      { _key: 'q', _type: 'priceReference', show: 'price', plan: { _ref: 'plan' } },
      null,
    ],
  }
  const document = {
    _id: 'page',
    _rev: 'rev',
    title: 'Rates',
    slug: { current: 'rates' },
    blocks: [
      { _key: 'a', heading: 'All of them', kind: 'bundle', href: 'https://www.example.com', text: [text] },
    ],
    tags: ['one', null],
  }
  const found = [...walk(document)].map(({ kind, path, value }) =>
    [kind, pathText(path), typeof value === 'string' && value].filter(Boolean).join(' '),
  )
  expect(found).toEqual([
    'object',
    'string title Rates',
    'object blocks[_key=="a"]',
    'string blocks[_key=="a"].heading All of them',
    'block blocks[_key=="a"].text[_key=="b"]',
    'object blocks[_key=="a"].text[_key=="b"]',
    'object blocks[_key=="a"].text[_key=="b"].children[_key=="q"]',
    'object blocks[_key=="a"].text[_key=="b"].children[_key=="q"].plan',
    'string tags[0] one',
  ])
})
