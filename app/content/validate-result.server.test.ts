import { expect, test, vi } from 'vitest'
import { PAGE_QUERY } from '#app/blocks/query.ts'
import { readKnowledge } from '#app/content/passages.ts'
import { ADDRESSES_QUERY, SEARCH_WORDS_QUERY, SETTINGS_QUERY } from '#app/content/queries.ts'
import { type InvalidValue, logInvalidOnce, validateResult } from '#app/content/validate-result.server.ts'

const span = (text: unknown, marks?: unknown) => ({ _type: 'span', text, ...(marks ? { marks } : {}) })
const paragraph = (...children: unknown[]) => ({
  _type: 'block',
  style: 'normal',
  listItem: null,
  level: null,
  markDefs: null,
  children,
})
const prose = (fields: object) => ({ _key: 'p', _type: 'prose', heading: 'Heading', text: null, ...fields })
const page = (...blocks: unknown[]) => ({ _id: 'page-x', title: 'X', slug: 'x', seo: null, blocks })

function validate(result: unknown, query: string = PAGE_QUERY) {
  const invalid: InvalidValue[] = []
  const valid = validateResult(query, result, (value) => invalid.push(value))
  return { valid, invalid }
}

test('a valid result stays the same object', () => {
  const result = page(prose({ text: [paragraph(span('Yes'), span(' '), span('no', ['strong']))] }))
  const { valid, invalid } = validate(result)
  expect(valid).toBe(result)
  expect(invalid).toEqual([])
})

test.each([
  ['a number as a text', prose({ heading: 7 }), 'blocks[0].heading', 'string', 'number'],
  ['an object as a text', prose({ heading: { _type: 'slug' } }), 'blocks[0].heading', 'string', 'slug'],
  ['a text as a list', prose({ text: 'Yes' }), 'blocks[0].text', 'list', 'string'],
  [
    'a list as an object',
    { ...prose({}), _type: 'appreciation', picture: [] },
    'blocks[0].picture',
    'object',
    'list',
  ],
])('%s becomes null and is reported', (_title, block, path, expected, found) => {
  const { valid, invalid } = validate(page(block))
  expect(valid).toEqual(page({ ...block, [path.split('.')[1]!]: null }))
  expect(invalid).toEqual([{ document: 'page-x', path, expected, found }])
})

test('invalid list items are removed', () => {
  const text = [null, 'x', paragraph(span('Yes', [null, 'strong', 5, 'constructor', '__proto__']), 4), []]
  const { valid } = validate(
    page(null, 'x', prose({ text }), { _type: 'hologram' }, { _type: 'constructor' }, {}),
  )
  expect(valid).toEqual(page(prose({ text: [paragraph(span('Yes', ['strong']))] })))
})

test('lone surrogates and NUL are removed, because HTML cannot hold them', () => {
  const text = [paragraph(span('\0a\0b')), paragraph(span('\0'))]
  const { valid } = validate(page(prose({ heading: 'Half \ud83d', text })))
  expect(valid).toEqual(page(prose({ heading: 'Half \ufffd', text: [paragraph(span('ab'))] })))
})

test('missing and duplicate keys become unique', () => {
  const tab = { title: 'A', text: null }
  const keysFor = (...keys: (string | null)[]) => {
    const { valid } = validate(
      page({ _key: 'p', _type: 'tabs', tabs: keys.map((_key) => ({ _key, ...tab })) }),
    )
    const [tabs] = (valid as { blocks: { tabs: { _key: string }[] }[] }).blocks
    return tabs?.tabs.map(({ _key }) => _key)
  }
  expect(keysFor(null, null, 'x', 'x')).toEqual(['0', '1', 'x', 'x_3'])
  expect(keysFor('x', 'x', 'x_1')).toEqual(['x', 'x_1', 'x_1_2'])
})

test('a report names the document that contains the value', () => {
  const plan = { _id: 'plan-a', title: ['A'], slug: 'a', kind: 'rate', price: 9, cap: null, credit: null }
  const grid = { _key: 'g', _type: 'planGrid', heading: 1, intro: null, kind: 'rate', plans: [plan] }
  const { invalid } = validate(page(grid, prose({ heading: 2 })))
  expect(invalid.map(({ document, path }) => [document, path])).toEqual([
    ['page-x', 'blocks[0].heading'],
    ['plan-a', 'title'],
    ['page-x', 'blocks[1].heading'],
  ])
  expect(validate({ brand: 5 }, SETTINGS_QUERY).invalid).toMatchObject([
    { document: 'siteSettings', path: 'brand' },
  ])
  expect(validate({ button: {} }, SEARCH_WORDS_QUERY).invalid).toMatchObject([
    { document: 'siteSettings', path: 'searchWords.button' },
  ])
  expect(validate({ pages: ['a', { x: 1 }, null] }, ADDRESSES_QUERY).valid).toEqual({ pages: ['a'] })
})

test('blank texts and paragraphs are removed', () => {
  const quote = { _type: 'settingReference', text: null, setting: 'brand' }
  const blank = [paragraph(span(' ')), paragraph()]
  const text = [paragraph(span(''), quote), paragraph(span('A'), span(' '), span('b'))]
  const { valid, invalid } = validate(page(prose({ heading: ' \u00A0\n', text: [...blank, ...text] })))
  expect(valid).toEqual(page(prose({ heading: null, text })))
  expect(invalid).toEqual([])
})

test('the log names each value once', () => {
  const log = vi.fn()
  const onInvalid = logInvalidOnce(log)
  for (const heading of [1, 1, 2]) validateResult(PAGE_QUERY, page(prose({ heading })), onInvalid)
  expect(log).toHaveBeenCalledOnce()
  expect(log.mock.lastCall).toEqual([
    'warn',
    expect.any(String),
    { document: 'page-x', path: 'blocks[0].heading', expected: 'string', found: 'number' },
  ])
})

test('search and assistant read settings with the same validation', () => {
  const settings = { _id: 'siteSettings', _type: 'siteSettings', brand: {}, phone: ['x'], email: true }
  expect(readKnowledge([settings])).toMatchObject({ brand: '', email: '', phone: '' })
})
