import { expect, test, vi } from 'vitest'
import { readKnowledge } from '#app/content/knowledge.ts'
import { ADDRESSES_QUERY, PAGE_QUERY, SEARCH_WORDS_QUERY, SETTINGS_QUERY } from '#app/content/queries.ts'
import { fitted, type LeftOut, saidOnce } from '#app/content/validate-result.server.ts'

const span = (text: unknown, marks?: unknown) => ({ _type: 'span', text, ...(marks ? { marks } : {}) })
const paragraph = (...children: unknown[]) => ({
  _type: 'block',
  style: 'normal',
  listItem: null,
  level: null,
  markDefs: null,
  children,
})
const prose = (more: object) => ({ _key: 'p', _type: 'prose', heading: 'Heading', text: null, ...more })
const page = (...blocks: unknown[]) => ({ _id: 'page-x', title: 'X', slug: 'x', seo: null, blocks })

/** What becomes of a page's answer, and what is said to be left out. */
function read(result: unknown, query: string = PAGE_QUERY) {
  const leftOut: LeftOut[] = []
  const kept = fitted(query, result, (what) => leftOut.push(what))
  return { kept, leftOut }
}

test('an answer as the schema has it stays the same object', () => {
  const answer = page(prose({ text: [paragraph(span('Yes'), span(' '), span('no', ['strong']))] }))
  const { kept, leftOut } = read(answer)
  expect(kept).toBe(answer)
  expect(leftOut).toEqual([])
})

test.each([
  ['a number where words are expected', prose({ heading: 7 }), 'blocks[0].heading', 'string', 'number'],
  ['an object', prose({ heading: { _type: 'slug' } }), 'blocks[0].heading', 'string', 'slug'],
  ['words in place of a list', prose({ text: 'Yes' }), 'blocks[0].text', 'list', 'string'],
  [
    'a list in place of an object',
    { ...prose({}), _type: 'appreciation', picture: [] },
    'blocks[0].picture',
    'object',
    'list',
  ],
])('%s counts as not filled in', (_what, block, path, expected, found) => {
  const { kept, leftOut } = read(page(block))
  const field = path.split('.')[1]!
  expect(kept).toEqual(page({ ...block, [field]: null }))
  expect(leftOut).toEqual([{ document: 'page-x', path, expected, found }])
})

test('members of a list that are none are left out, and the others stay', () => {
  const text = [null, 'x', paragraph(span('Yes', [null, 'strong', 5]), 4), []]
  const { kept } = read(page(null, 'x', prose({ text }), { _type: 'hologram' }, { _type: 'constructor' }, {}))
  expect(kept).toEqual(page(prose({ text: [paragraph(span('Yes', ['strong']))] })))
})

test('half an emoji and a zero, which no page can hold, are none', () => {
  const text = [paragraph(span('\0a\0b')), paragraph(span('\0'))]
  const { kept } = read(page(prose({ heading: 'Half \ud83d', text })))
  expect(kept).toEqual(page(prose({ heading: 'Half \ufffd', text: [paragraph(span('ab'))] })))
})

test('a piece of a text is one link at most', () => {
  const links = ['a', 'b'].map((_key) => ({ _key, _type: 'textLink', href: '/pricing', target: null }))
  const linked = (...pieces: object[]) =>
    page(prose({ text: [{ ...paragraph(...pieces), markDefs: links }] }))
  const answer = linked(span('two', ['strong', 'b', 'a', 'b']), span('one', ['a']), span('none'))
  expect(read(answer).kept).toEqual(linked(span('two', ['b', 'strong']), span('one', ['a']), span('none')))
})

test('… and not one that leads nowhere, where another leads somewhere', () => {
  const target = { _type: 'page', slug: null }
  const links = [
    { _key: 'dead', _type: 'textLink', href: null, target },
    { _key: 'b', _type: 'textLink', href: '/pricing', target: null },
  ]
  const text = [{ ...paragraph(span('two', ['dead', 'b'])), markDefs: links }]
  expect(read(page(prose({ text }))).kept).toEqual(page(prose({ text })))
})

test('an item of a list says once that a plan is not on sale, a paragraph as often as it quotes it', () => {
  const quote = (show: string) => ({ _type: 'priceReference', show, plan: null })
  const pieces = [span('Edge: '), quote('price'), span(' buys '), quote('credit'), span('.')]
  const item = (...children: object[]) => ({ ...paragraph(...children), listItem: 'bullet' })
  const { kept } = read(page(prose({ text: [item(...pieces), paragraph(...pieces)] })))
  const once = item(pieces[0]!, pieces[1]!, pieces[4]!)
  expect(kept).toEqual(page(prose({ text: [once, paragraph(...pieces)] })))
})

test('a mark is none of what every object has, or it would be drawn with that', () => {
  const { kept } = read(
    page(prose({ text: [paragraph(span('toString', ['constructor', '__proto__', 'em']))] })),
  )
  expect(kept).toEqual(page(prose({ text: [paragraph(span('toString', ['em']))] })))
})

test('members of a list that came without keys, or with one for two, are told apart by their places', () => {
  const tab = { title: 'A', text: null }
  const tabs = [{ _key: null, ...tab }, tab, { _key: 'x', ...tab }, { _key: 'x', ...tab }]
  const { kept } = read(page({ _key: 'p', _type: 'tabs', tabs }))
  expect(kept).toMatchObject(page({ tabs: [{ _key: '0' }, { _key: '1' }, { _key: 'x' }, { _key: 'x_3' }] }))
  const alike = read(
    page({ _key: 'p', _type: 'tabs', tabs: ['x', 'x', 'x_1'].map((_key) => ({ _key, ...tab })) }),
  )
  expect(alike.kept).toMatchObject(page({ tabs: [{ _key: 'x' }, { _key: 'x_1' }, { _key: 'x_1_2' }] }))
})

test('a part that belongs to another document is named by it', () => {
  const plan = { _id: 'plan-a', title: ['A'], slug: 'a', kind: 'rate', price: 9, cap: null, credit: null }
  const { leftOut } = read(
    page(
      { _key: 'g', _type: 'planGrid', heading: 1, intro: null, kind: 'rate', plans: [plan] },
      prose({ heading: 2 }),
    ),
  )
  expect(leftOut.map(({ document, path }) => [document, path])).toEqual([
    ['page-x', 'blocks[0].heading'],
    ['plan-a', 'title'],
    ['page-x', 'blocks[1].heading'],
  ])
})

test('what names no document of its own is named by the one that it is about', () => {
  expect(read({ brand: 5 }, SETTINGS_QUERY).leftOut).toMatchObject([
    { document: 'siteSettings', path: 'brand' },
  ])
  expect(read({ button: {} }, SEARCH_WORDS_QUERY).leftOut).toMatchObject([
    { document: 'siteSettings', path: 'searchWords.button' },
  ])
  expect(read({ pages: ['a', { x: 1 }, null] }, ADDRESSES_QUERY).kept).toEqual({ pages: ['a'] })
})

test('words and paragraphs of nothing but spaces count as not filled in', () => {
  const quote = { _type: 'settingReference', text: null, setting: 'brand' }
  const text = [
    paragraph(span(' ')),
    paragraph(),
    paragraph(span(''), quote),
    paragraph(span('A'), span(' '), span('b')),
  ]
  const { kept, leftOut } = read(page(prose({ heading: ' \u00A0\n', text })))
  expect(kept).toEqual(page(prose({ heading: null, text: text.slice(2) })))
  expect(leftOut).toEqual([])
})

test('the log names each place once', () => {
  const log = vi.fn()
  const say = saidOnce(log)
  for (const heading of [1, 1, 2]) fitted(PAGE_QUERY, page(prose({ heading })), say)
  expect(log).toHaveBeenCalledOnce()
  expect(log.mock.lastCall).toEqual([
    'warn',
    expect.any(String),
    { document: 'page-x', path: 'blocks[0].heading', expected: 'string', found: 'number' },
  ])
})

test('search and assistant read the settings as pages do', async () => {
  const settings = {
    _id: 'siteSettings',
    _type: 'siteSettings',
    brand: {},
    companyUrl: 5,
    phone: ['x'],
    email: true,
  }
  const answer = [{ _type: 'block', children: [{ _type: 'settingReference', setting: 'companyUrl' }] }]
  const faq = { _id: 'q', _type: 'faqItem', question: 'Where?', answer }
  expect(await readKnowledge([settings, faq])).toMatchObject({ brand: '', email: '', phone: '' })
})
