import { expect, test } from 'vitest'
import { Blocks } from '#app/blocks/blocks.tsx'
import type { Block, BlockOf } from '#app/content/types.ts'
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

/** Every block with all of its content. */
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
  const list = { ...filled.articleList, articles: [{ ...article, date: 'soon' }] }
  expect(render(<Blocks blocks={[block('articleList', list)]} />)).toContain('<span>soon</span>')
})

test('a page without blocks has its title as main heading', () => {
  expect(texts(render(<Blocks blocks={null} title="Page title" />), 'h1')).toEqual(['Page title'])
})
