import type { AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import type { Article, Page, Policy } from '#app/content/types.ts'
import { markdownResponse } from '#app/layout/markdown.server.ts'
import { llmsTxt } from '#app/seo/llms-txt.server.ts'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'

const SITE = 'https://a.example'
const card = (title: string) => ({ title, slug: title.toLowerCase(), category: null, date: null, site: null })
const list = { _type: 'articleList', heading: 'Articles', articles: [card('First')], total: 2 }
const seo = { title: null, description: 'About it', noIndex: null, picture: null }
const pages: Record<string, unknown> = {
  home: { title: 'Home', slug: 'home', blocks: [], seo },
  hidden: { title: 'Hidden', slug: 'hidden', blocks: [], seo: { ...seo, noIndex: true } },
  reading: { title: 'Reading', slug: 'reading', blocks: [list], seo: null },
}
const policy = {
  ...{ title: 'Terms', slug: 'terms', effectiveDate: '2026-11-01', seo: null },
  intro: paragraphs('Intro'),
  sections: [{ title: 'Payment', body: paragraphs('Pay.') }],
  versions: [{ address: '2025-01-01', effectiveDate: '2025-01-01', until: null }],
}
const article = {
  ...{ title: 'Calls', slug: 'calls', category: 'Leads', description: 'About calls', seo: null },
  ...{ date: '2026-03-14', site: 'Field Notes', picture: null },
  body: [{ ...paragraphs('Begin')[0], style: 'h2' }, ...paragraphs('Listen.')],
}
const visible = (_type: string, slug: string, indexed = true) => ({ _type, slug, indexed })
const content = {
  settings: async () => fixtureSettings,
  page: async (slug: string) => (pages[slug] ?? null) as Page | null,
  policy: async (slug: string) => (slug === 'terms' ? policy : null) as unknown as Policy | null,
  article: async (slug: string) => (slug === 'calls' ? article : null) as unknown as Article | null,
  laterArticles: async () => [card('Second')],
  redirects: async () => [{ from: '/old.md', to: '/new', permanent: true, target: null }],
  visibleDocuments: async () => [
    ...[visible('policy', 'terms'), visible('page', 'reading'), visible('page', 'home')],
    ...[visible('page', 'hidden', false), visible('article', 'calls')],
  ],
} as unknown as AppLoadContext['content']

function read(slug: string, { article = false, preview = null as object | null } = {}) {
  const context = { content, preview, siteUrl: SITE } as unknown as AppLoadContext
  const types = article ? (['article'] as const) : (['page', 'policy'] as const)
  const request = new Request(`${SITE}/${slug}.md`)
  return markdownResponse(request, context, slug, [...types])
}

test.each([
  ['home', false, '/', ['# Home']],
  [
    ...(['reading', false, '/reading'] as const),
    ['# Articles', `## [First](${SITE}/resources/first)`, `## [Second](${SITE}/resources/second)`],
  ],
  [
    ...(['terms', false, '/terms'] as const),
    [
      ...[
        '# Terms',
        'In force from November 1, 2026',
        'Intro',
        '## 1 Payment',
        'Pay.',
        '## Earlier versions',
      ],
      `- [January 1, 2025](${SITE}/terms/2025-01-01)`,
    ],
  ],
  [
    ...(['calls', true, '/resources/calls'] as const),
    ['# Calls', 'About calls', 'Leads · March 14, 2026 · Field Notes', '## Begin', 'Listen.'],
  ],
])('an agent reads %s as Markdown that names its HTML page', async (slug, article, path, expected) => {
  const response = await read(slug, { article })
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/markdown; charset=utf-8',
    'cache-control': 'no-cache',
    link: `<${SITE}${path}>; rel="canonical"`,
  })
  expect(await response.text()).toBe(`${expected.join('\n\n')}\n`)
})

test('an unknown or hidden page, and every page in a preview, has no Markdown form', async () => {
  for (const [slug, preview] of [
    ['nope', null],
    ['hidden', null],
    ['home', { kind: 'studio' }],
  ] as const) {
    const response = await read(slug, { preview })
    expect([response.status, await response.text()], slug).toEqual([404, 'Not found.\n'])
  }
})

test('an old address that ends in .md still redirects', async () => {
  const response = await read('old').catch((thrown: Response) => thrown)
  expect([response.status, response.headers.get('Location')]).toEqual([301, '/new'])
})

test('llms.txt lists the Markdown form of every indexed page with its description', async () => {
  expect(await llmsTxt(content, SITE)).toBe(`# Brand

> What the company does.

## Pages

- [Home](${SITE}/index.md): About it
- [Reading](${SITE}/reading.md)

## Articles

- [Calls](${SITE}/resources/calls.md): About calls

## Policies

- [Terms](${SITE}/terms.md)
`)
})
