import { expect, test } from 'vitest'
import { Blocks } from '#app/blocks/blocks.tsx'
import { PAGE_QUERY } from '#app/blocks/query.ts'
import type { Block, BlockOf } from '#app/content/types.ts'
import { validateResult } from '#app/content/validate-result.server.ts'
import { fixtureSettings, line, link, paragraphs, picture, render, texts } from '#tests/support/render.tsx'

const card = (title: string) => ({ title, text: line(`${title} text`) })
const figure = (value: string) => ({ value, label: `${value} things` })
const plan = {
  _id: 'plan',
  title: 'Starter',
  slug: 'starter',
  kind: 'rate' as const,
  price: 99,
  cap: null,
  credit: null,
  summary: 'For a start',
  features: ['One lead'],
}
const article = {
  _id: 'article',
  title: 'An article',
  slug: 'an-article',
  category: 'Calls',
  description: 'What it says',
  date: '2026-11-05',
  site: 'Field Notes',
  picture: picture('article'),
}

/** One of each block, complete. */
const filled: { [Type in Block['_type']]: Omit<BlockOf<Type>, '_key' | '_type'> } = {
  heroSlideshow: {
    heading: line('Hero heading'),
    tagline: line('Tagline'),
    slides: [picture('hero-bg-1'), picture('hero-bg-2')],
    buttons: [link('See plans', 'pricing')],
  },
  appreciation: {
    heading: 'Appreciation heading',
    text: paragraphs('One', 'Two'),
    figures: [figure('18M')],
    picture: picture('door'),
  },
  serviceCards: { heading: line('Services heading'), intro: line('Intro'), cards: [card('Service')] },
  statisticCards: { heading: 'Mission heading', text: paragraphs('Why'), figures: [figure('4K+')] },
  numbersBand: { heading: 'Numbers heading', intro: line('Intro'), figures: [figure('50')] },
  hexagonCards: { heading: 'Hexagons heading', intro: null, cards: [card('Expertise')] },
  reviews: {
    heading: 'Reviews heading',
    intro: line('Intro'),
    addLabel: 'Add Review',
    formTitle: 'Add New Review',
    submitLabel: 'Add',
    companyLabel: 'Company',
    positionLabel: 'Position',
    moreLabel: 'Read More',
    lessLabel: 'Show Less',
    invitation: 'Be the first',
  },
  pageHeader: {
    eyebrow: line('Eyebrow'),
    heading: line('Page heading'),
    intro: paragraphs('Intro'),
    picture: picture('office'),
    buttons: [link('Go', 'pricing')],
  },
  tabs: {
    heading: 'Tabs heading',
    tabs: [
      { _key: 'a', title: 'Company', text: paragraphs('About us') },
      { _key: 'b', title: 'Mission', text: paragraphs('Our aim') },
    ],
    openTab: 2,
  },
  partners: {
    heading: 'Partners heading',
    invitation: { heading: 'Join', text: line('Join us'), button: link('Become one', 'contact-us') },
    partners: [{ _id: 'p', name: 'Fernlane', logo: null, logoUrl: 'https://logos.example/p.svg', url: null }],
  },
  featureGrid: { heading: 'Features heading', intro: null, features: [card('Feature')] },
  callToAction: { heading: null, text: null, button: null },
  alternatingSections: {
    sections: [
      {
        _key: 's',
        heading: 'Section heading',
        subheading: 'Subheading',
        text: paragraphs('Text'),
        picture: picture('how-1'),
        button: link('More', 'pricing'),
      },
    ],
  },
  steps: { heading: 'Steps heading', intro: null, steps: [card('Step')] },
  statement: { text: line('Statement heading'), note: line('Note') },
  planGrid: { heading: 'Plans heading', intro: null, kind: 'rate', plans: [plan] },
  contactForm: {
    heading: 'Contact heading',
    intro: line('Intro'),
    legal: paragraphs('Legal'),
    submitLabel: 'Submit',
    submittingLabel: 'Submitting...',
  },
  faq: {
    heading: 'FAQ heading',
    intro: null,
    items: [{ _id: 'q', question: 'Why?', answer: paragraphs('Because.') }],
  },
  contactCards: {
    heading: 'Contact heading',
    emailTitle: 'Email',
    phoneTitle: 'Phone',
    addressTitle: 'Address',
  },
  articleList: { heading: 'Articles heading', readLabel: 'Read article', articles: [article], total: 1 },
  prose: { heading: 'Prose heading', text: paragraphs('Text') },
}
const types = Object.keys(filled) as Block['_type'][]
const block = (type: Block['_type'], content: object): Block =>
  ({ _key: type, _type: type, ...content }) as Block
/** As the lake gives a block that an editor has only just added. */
const empty = (type: Block['_type']): Block =>
  block(
    type,
    Object.fromEntries(
      Object.keys(filled[type]).map((name) => [name, /^(plans|partners|articles)$/.test(name) ? [] : null]),
    ),
  )

test.each(types)('%s opens a page with its one main heading', (type) => {
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

test.each(types)('%s further down is a section below the main heading', (type) => {
  const html = render(<Blocks blocks={[block('pageHeader', filled.pageHeader), block(type, filled[type])]} />)
  expect(texts(html, 'h1')).toEqual(['Page heading'])
  expect(texts(html, 'h2')).not.toEqual([])
})

test.each(types)('%s is the same for everybody, with no style or script of its own', (type) => {
  const page = () => render(<Blocks blocks={[block(type, filled[type])]} />)
  expect(page()).toBe(page())
  expect(page()).not.toMatch(/ style=|<script|undefined|\bnull\b|NaN/)
})

test.each(types)(
  '%s without its content leaves no empty heading, paragraph, list, picture or link',
  (type) => {
    const html = render(<Blocks blocks={[empty(type)]} title="Page title" />, {
      settings: { ...fixtureSettings, callToAction: null },
    })
    expect(html).not.toMatch(
      /<(h\d|p|ul|ol|dl|li|a|figure|button)(?: [^>]*)?><\/\1>|<img(?![^>]* src)|undefined|\bnull\b/,
    )
  },
)

test('of two blocks of a kind each has its own places, and its forms come back to them', async () => {
  for (const [type, places] of Object.entries({
    reviews: ['reviews', 'add-review'],
    contactForm: ['enquiry'],
  })) {
    const blocks = ['a', 'b'].map(
      (_key) => ({ ...filled[type as Block['_type']], _key, _type: type }) as Block,
    )
    await expect.poll(() => render(<Blocks blocks={blocks} />)).toContain('<form') // it is lazy
    const html = render(<Blocks blocks={blocks} />)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size, type).toBe(ids.length)
    for (const place of places) expect(ids).toEqual(expect.arrayContaining([place, `${place}-2`]))
    const place = places.at(-1)
    expect([...html.matchAll(/ action="[^"#]*#([^"]+)"/g)].map(([, to]) => to)).toEqual([place, `${place}-2`])
  }
})

test('two blocks of tabs, whose tabs have the same keys, have panels of their own', () => {
  const html = render(<Blocks blocks={['x', 'y'].map((_key) => ({ ...block('tabs', filled.tabs), _key }))} />)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toContain('a-2')
  expect(new Set(ids).size).toBe(ids.length)
})

test('… also where a script gave all tabs of a block one key', () => {
  const tabs = Array.from('abc', (title) => ({ _key: 'k', title, text: null }))
  const blocks = ['x', 'y'].map((_key) => ({ ...block('tabs', { ...filled.tabs, tabs }), _key }))
  const page = validateResult(PAGE_QUERY, { _id: 'p', blocks }) as { blocks: Block[] }
  const ids = [...render(<Blocks blocks={page.blocks} />).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('the whole card of an article is its link, its picture and date too, read for what stands in it', () => {
  const html = render(<Blocks blocks={[block('articleList', filled.articleList)]} />)
  const [, attributes, content] = /<article><a ([^>]*)>(.*)<\/a><\/article>/.exec(html) ?? []
  expect(attributes).not.toContain('aria-')
  for (const part of ['<h2>An article</h2>', '<img', 'Calls', 'What it says', '<time', 'Field Notes'])
    expect(content).toContain(part)
  expect(content).not.toContain('<a')
})

test.each(['planGrid', 'articleList', 'faq', 'partners'] as const)(
  '%s with nothing in it has no heading above nothing',
  (type) => {
    const nothing = { plans: [], articles: [], items: [], intro: null, partners: [], invitation: null }
    const list = block(type, { ...filled[type], ...nothing })
    const html = render(<Blocks blocks={[list, block('pageHeader', filled.pageHeader)]} />)
    expect(html.match(/<section/g)).toHaveLength(1)
    expect(texts(html, 'h1')).toEqual(['Page heading'])
    expect(texts(html, 'h2')).toEqual([])
  },
)

test('an article without a date and a place leaves no empty line for them', () => {
  const list = { ...filled.articleList, articles: [{ ...article, date: null, site: null }] }
  expect(render(<Blocks blocks={[block('articleList', list)]} />)).not.toMatch(/<p[^>]*><\/p>/)
})

test('a date that is none is shown as it was written, and takes no page down', () => {
  const list = { ...filled.articleList, articles: [{ ...article, date: 'soon' }] }
  expect(render(<Blocks blocks={[block('articleList', list)]} />)).toContain('<span>soon</span>')
})

test('a block without words has no empty headings', () => {
  const cards = [{ title: null, text: line('Text') }]
  for (const type of ['hexagonCards', 'serviceCards'] as const)
    expect(render(<Blocks blocks={[block(type, { ...filled[type], cards })]} />)).not.toMatch(/<h\d[^>]*><\//)
})

test('without its words a carousel has a name, a review its button, and an empty list no paragraph', () => {
  const review = { reviewDescription: 'Long. '.repeat(30), companyName: 'Acme', rating: 5 }
  const reviews = { reviews: [review], total: 1 } as never
  const labels = { moreLabel: null, lessLabel: null, companyLabel: null, positionLabel: null }
  const without = { heading: null, invitation: null, ...labels }
  const bare = (type: Block['_type']) => [block(type, { ...filled[type], ...without })]
  for (const type of ['heroSlideshow', 'partners', 'reviews'] as const) {
    const html = render(<Blocks blocks={bare(type)} reviews={reviews} />)
    expect(html, type).toMatch(/aria-roledescription="carousel" aria-label="[^"]/)
    expect(html, type).not.toMatch(/<(?:button(?![^>]*aria-label)|dt)[^>]*><\//)
  }
  expect(render(<Blocks blocks={bare('reviews')} reviews={{ reviews: [], total: 0 }} />)).not.toMatch(
    /<p[^>]*><\/p>/,
  )
})

test('a page without blocks has its title as main heading', () => {
  expect(texts(render(<Blocks blocks={null} title="Page title" />), 'h1')).toEqual(['Page title'])
})
