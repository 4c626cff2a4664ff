import { expect, test } from 'vitest'
import { filled } from '#app/blocks/blocks.test-support.ts'
import { Blocks } from '#app/blocks/blocks.tsx'
import type { Block } from '#app/content/types.ts'
import { fixtureSettings, render, texts } from '#tests/support/render.tsx'

const types = Object.keys(filled) as Block['_type'][]
const block = (type: Block['_type'], content: object): Block =>
  ({ _key: type, _type: type, ...content }) as Block
/** A block that an editor has just added, as the lake returns it. */
const empty = (type: Block['_type']): Block =>
  block(
    type,
    Object.fromEntries(
      Object.keys(filled[type]).map((name) => [name, /^(plans|partners|articles)$/.test(name) ? [] : null]),
    ),
  )

test.each(types)('%s as the first block has the only main heading', (type) => {
  const html = render(
    <Blocks blocks={[block(type, filled[type]), block('prose', filled.prose)]} title="Page title" />,
  )
  const [main, ...others] = texts(html, 'h1')
  expect(others).toEqual([])
  const expected = { callToAction: 'Shared heading', alternatingSections: 'Page title' } as Record<
    string,
    string
  >
  expect(main).toMatch(expected[type] ?? / heading$/)
  expect(texts(html, 'h2')).toContain('Prose heading')
})

test.each(types)('%s further down has a section heading', (type) => {
  const html = render(<Blocks blocks={[block('pageHeader', filled.pageHeader), block(type, filled[type])]} />)
  expect(texts(html, 'h1')).toEqual(['Page heading'])
  expect(texts(html, 'h2')).not.toEqual([])
})

test.each(types)('%s renders the same HTML each time, without inline styles or scripts', (type) => {
  const page = () => render(<Blocks blocks={[block(type, filled[type])]} />)
  expect(page()).toBe(page())
  expect(page()).not.toMatch(/ style=|<script|undefined|\bnull\b|NaN/)
})

test.each(types)('%s without content renders no empty heading, paragraph, list, image or link', (type) => {
  const html = render(<Blocks blocks={[empty(type)]} title="Page title" />, {
    settings: { ...fixtureSettings, callToAction: null },
  })
  expect(html).not.toMatch(
    /<(h\d|p|ul|ol|dl|li|a|figure|button)(?: [^>]*)?><\/\1>|<img(?![^>]* src)|undefined|\bnull\b/,
  )
})

test('two blocks of the same type have unique ids, and their forms return to them', async () => {
  for (const [type, places] of Object.entries({
    reviews: ['reviews', 'add-review'],
    contactForm: ['enquiry'],
    tabs: ['a'],
  })) {
    const blocks = ['a', 'b'].map(
      (_key) => ({ ...filled[type as Block['_type']], _key, _type: type }) as Block,
    )
    await expect.poll(() => render(<Blocks blocks={blocks} />)).toContain(' id="') // a form is lazy
    const html = render(<Blocks blocks={blocks} />)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size, type).toBe(ids.length)
    for (const place of places) expect(ids).toEqual(expect.arrayContaining([place, `${place}-2`]))
    const targets = [...html.matchAll(/ action="[^"#]*#([^"]+)"/g)].map(([, id]) => id)
    if (type !== 'tabs') expect(targets).toEqual([places.at(-1), `${places.at(-1)}-2`])
  }
})

test('the whole card of an article is one link', () => {
  const html = render(<Blocks blocks={[block('articleList', filled.articleList)]} />)
  const [, attributes, content] = /<article><a ([^>]*)>(.*)<\/a><\/article>/.exec(html) ?? []
  expect(attributes).not.toContain('aria-')
  for (const part of ['<h2>An article</h2>', '<img', 'Calls', 'What it says', '<time', 'Field Notes'])
    expect(content).toContain(part)
  expect(content).not.toContain('<a')
})

test.each(['planGrid', 'articleList', 'faq', 'partners'] as const)(
  '%s without items renders nothing',
  (type) => {
    const nothing = { plans: [], articles: [], items: [], intro: null, partners: [], invitation: null }
    const list = block(type, { ...filled[type], ...nothing })
    const html = render(<Blocks blocks={[list, block('pageHeader', filled.pageHeader)]} />)
    expect(html.match(/<section/g)).toHaveLength(1)
    expect(texts(html, 'h1')).toEqual(['Page heading'])
    expect(texts(html, 'h2')).toEqual([])
  },
)

test('an invalid date is shown as it was imported', () => {
  const list = { ...filled.articleList, articles: [{ ...filled.articleList.articles[0]!, date: 'soon' }] }
  expect(render(<Blocks blocks={[block('articleList', list)]} />)).toContain('<span>soon</span>')
})

test('a page without blocks has its title as main heading', () => {
  expect(texts(render(<Blocks blocks={null} title="Page title" />), 'h1')).toEqual(['Page title'])
})
