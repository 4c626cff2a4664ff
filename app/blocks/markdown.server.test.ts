import { expect, test } from 'vitest'
import { filled } from '#app/blocks/blocks.test-support.ts'
import { pageSection } from '#app/blocks/markdown.server.ts'
import { markdownWriter } from '#app/content/markdown.server.ts'
import type { Block, Page } from '#app/content/types.ts'
import { fixtureSettings, picture } from '#tests/support/render.tsx'

const SITE = 'https://a.example'
const write = markdownWriter(fixtureSettings, `${SITE}/p`)
const markdownOf = (...blocks: object[]) =>
  write.section(pageSection({ title: 'Title', blocks } as Page, write, [])).split('\n\n')
const image = (name: string) => {
  const { _id } = picture(name).asset!
  const file = _id.replace('image-', '').replace(/-jpg$/, '.jpg')
  return `![A picture of ${name}](${SITE}/media/images/local/production/${file}/${name}.jpg?w=1500&auto=format)`
}

/** The paragraphs of each block of `filled` below a page's header. */
const EXPECTED: Record<Block['_type'], string[]> = {
  heroSlideshow: [
    ...['## Hero heading', 'Tagline', `[See plans](${SITE}/pricing)`],
    ...[image('hero-bg-1'), image('hero-bg-2')],
  ],
  appreciation: ['## Appreciation heading', 'One', 'Two', '- **18M** 18M things', image('door')],
  serviceCards: ['## Services heading', 'Intro', '### Service', 'Service text'],
  statisticCards: ['## Mission heading', 'Why', '- **4K+** 4K+ things'],
  numbersBand: ['## Numbers heading', 'Intro', '- **50** 50 things'],
  hexagonCards: ['## Hexagons heading', '### Expertise', 'Expertise text'],
  reviews: [...['## Reviews heading', 'Intro'], `[Add Review](${SITE}/p#reviews)`],
  pageHeader: ['## Page heading', 'Eyebrow', 'Intro', `[Go](${SITE}/pricing)`, image('office')],
  tabs: ['## Tabs heading', '### Company', 'About us', '### Mission', 'Our aim'],
  partners: [
    ...['## Partners heading', '- Fernlane', '### Join', 'Join us'],
    `[Become one](${SITE}/contact-us)`,
  ],
  featureGrid: ['## Features heading', '### Feature', 'Feature text'],
  callToAction: ['## Shared heading', 'Shared text', `[Shared button](${SITE}/pricing)`],
  alternatingSections: [
    ...['## Section heading', 'Subheading', 'Text', `[More](${SITE}/pricing)`, image('how-1')],
  ],
  steps: ['## Steps heading', '### Step', 'Step text'],
  statement: ['## Statement heading', 'Note'],
  planGrid: [...['## Plans heading', '### Starter', 'For a start', '- **$99**\n- One lead']],
  contactForm: [...['## Contact heading', 'Intro'], ...['Legal', `[Submit](${SITE}/p#enquiry)`]],
  faq: ['## FAQ heading', '### Why?', 'Because.'],
  contactCards: [
    '## Contact heading',
    [
      '- Email: [hello@brand.example](mailto:hello@brand.example)',
      '- Phone: [(302) 555-0142](tel:+13025550142)',
      '- Address: [1 Main Street, Wilmington, DE 19801](https://maps.example/1)',
    ].join('\n'),
  ],
  articleList: [
    ...['## Articles heading', `### [An article](${SITE}/resources/an-article)`, 'What it says'],
    ...['Calls · November 5, 2026 · Field Notes', image('article')],
  ],
  prose: ['## Prose heading', 'Text'],
}

test.each(Object.entries(EXPECTED))('an agent reads the whole %s block as Markdown', (_type, expected) => {
  const header = { _type: 'pageHeader', heading: 'Top' }
  expect(markdownOf(header, { _type, ...filled[_type as Block['_type']] })).toEqual(['# Top', ...expected])
})

test.each(Object.keys(EXPECTED))('%s as the first block leaves the page with one main heading', (_type) => {
  const headings = markdownOf({ _type, ...filled[_type as Block['_type']] }).filter((part) =>
    /^# /.test(part),
  )
  expect(headings).toHaveLength(1)
})

test('an agent reads the figures of a plan as on its card', () => {
  const [plan] = filled.planGrid.plans
  const plans = [
    { ...plan!, kind: 'bundle', price: 499, credit: 600, features: null },
    { ...plan!, cap: 200_000, features: null },
    { ...plan!, price: null, features: null },
  ]
  const lists = markdownOf({ _type: 'planGrid', ...filled.planGrid, plans }).filter((part) =>
    part.startsWith('- '),
  )
  expect(lists).toEqual([
    '- **$499**\n- $600 lead credit\n- Save $101',
    '- **$99**\n- Property value up to $200K',
    '- not on sale',
  ])
})

test('a page without a main heading begins with its title', () => {
  expect(markdownOf()).toEqual(['# Title'])
})
