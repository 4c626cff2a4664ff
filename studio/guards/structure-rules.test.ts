import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { redirectFacts, sameName, staleAlt } from '#studio/guards/structure-rules.ts'
import { withFix } from '#studio/guards/typed-amounts.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { findingsOf } from '#studio/validation/rules.ts'
import { seedDataset, seedDocuments } from '#studio/validation/seed.test-support.ts'

const dataset = {
  ...seedDataset(),
  earlier: [{ slugs: [null, 'former-policy', 'last-policy'], address: '2026-11-01' }],
  redirects: [{ _id: 'moved', from: '/moved', to: '/resources', targetSlug: null }],
}
const block = (text: string, style = 'normal', more = {}) => ({
  _key: `${style}-${text}`,
  _type: 'block',
  style,
  children: [{ _key: 's', _type: 'span', text }],
  ...more,
})
const page = (...blocks: unknown[]): StoredDocument => ({
  _id: 'p',
  _type: 'page',
  title: 'Page',
  slug: { current: 'p' },
  blocks: [...blocks, { _key: 'cta', _type: 'callToAction' }],
})
const said = (document: StoredDocument) => findingsOf(document, dataset).map(({ rule, path }) => [rule, path])

describe('links', () => {
  const link = (value: object) =>
    page({ _key: 'h', _type: 'pageHeader', heading: [], buttons: [{ _key: 'b', _type: 'link', ...value }] })
  test.each<[object, boolean]>([
    [{ target: { _ref: 'page-pricing' } }, true],
    [{ target: { _ref: 'page-gone' } }, false],
    [{ href: 'https://www.keyturn.example/pricing/' }, true],
    [{ href: 'https://www.keyturn.example/prices' }, false],
    [{ href: 'https://www.keyturn.example/search?q=leads' }, true],
    [{ href: 'https://www.keyturn.example/privacy-policy/2026-11-01' }, true],
    [{ href: 'https://www.keyturn.example/former-policy/2026-11-01' }, true],
    [{ href: 'https://www.keyturn.example/former-policy/2026-12-01' }, false],
    [{ href: 'https://www.keyturn.example/resources/page/2' }, true],
    [{ href: 'https://www.keyturn.example/moved/page/2' }, true],
    [{ href: 'https://www.keyturn.example/feed.xml' }, true],
    [{ href: 'https://www.keyturn.example/consent-wording/2026-11-01' }, true],
    [{ href: 'https://elsewhere.example/prices' }, true],
    [{ href: 'mailto:a@b.example' }, true],
  ])('%j is fine: %s', (value, fine) => {
    expect(said(link(value)).some(([rule]) => rule === 'broken-link')).toBe(!fine)
  })

  test('are looked for among all addresses once, not each among all', () => {
    const readsWith = (links: number) => {
      let reads = 0
      const addresses = dataset.addresses.map((address) => ({
        ...address,
        get slug() {
          reads++
          return address.slug
        },
      }))
      const href = (n: number) => ({
        _key: `${n}`,
        _type: 'link',
        href: `https://www.keyturn.example/gone-${n}`,
      })
      const header = {
        _key: 'h',
        _type: 'pageHeader',
        heading: [],
        buttons: Array.from({ length: links }, (_, n) => href(n)),
      }
      const found = findingsOf(page(header), { ...dataset, addresses })
      expect(found.filter(({ rule }) => rule === 'broken-link')).toHaveLength(links)
      return reads
    }
    expect(readsWith(50)).toBe(readsWith(1))
  })

  test('inside a text as well', () => {
    const markDefs = [{ _key: 'm', _type: 'textLink', target: { _ref: 'page-gone' } }]
    const text = page({
      _key: 'h',
      _type: 'prose',
      heading: 'x',
      text: [block('There', 'normal', { markDefs })],
    })
    expect(said(text).map(([rule]) => rule)).toEqual(['broken-link'])
  })

  test('are named by the words that visitors would press', () => {
    const target = { _ref: 'page-gone' }
    const children = [
      { _key: 's', _type: 'span', text: 'Read ' },
      { _key: 't', _type: 'span', text: 'the rates', marks: ['m'] },
    ]
    const markDefs = [{ _key: 'm', _type: 'textLink', target }]
    const text = page({ _key: 't', _type: 'prose', text: [block('', 'normal', { children, markDefs })] })
    for (const [document, words] of [
      [link({ label: 'Our rates', target }), 'Our rates'],
      [text, 'the rates'],
    ] as const)
      expect(findingsOf(document, dataset)[0]?.message).toMatch(new RegExp(`^“${words}” points at`))
  })
})

test('a picture needs words; one without a file is no picture yet', () => {
  const picture = (value: object) =>
    page({ _key: 'a', _type: 'appreciation', heading: 'x', picture: { _type: 'picture', ...value } })
  const asset = { _ref: 'image-a-1x1-png' }
  expect(said(picture({ asset, alt: 'A house' }))).toEqual([])
  expect(said(picture({}))).toEqual([])
  for (const alt of [undefined, '', '  '])
    expect(said(picture({ asset, alt }))).toEqual([
      ['missing-alt', ['blocks', { _key: 'a' }, 'picture', 'alt']],
    ])
})

test('words that stay where the picture is another one are the earlier one’s', () => {
  const withPicture = (_ref: string, alt?: string) =>
    page({ _key: 'a', _type: 'appreciation', picture: { _type: 'picture', asset: { _ref }, alt } })
  const published = withPicture('image-a-1x1-png', 'A house')
  expect(staleAlt(withPicture('image-b-1x1-png', 'A house'), published)).toMatchObject([
    { rule: 'stale-alt', path: ['blocks', { _key: 'a' }, 'picture', 'alt'] },
  ])
  for (const fine of [
    withPicture('image-b-1x1-png', 'A bridge'),
    withPicture('image-b-1x1-png'),
    withPicture('image-a-1x1-png', 'A house'),
    page({
      _key: 'b',
      _type: 'appreciation',
      picture: { _type: 'picture', asset: { _ref: 'image-b-1x1-png' }, alt: 'A house' },
    }),
  ])
    expect(staleAlt(fine, published)).toEqual([])
})

describe('headings', () => {
  const header = { _key: 'h', _type: 'pageHeader', heading: [block('Hello')] }
  const rules = (document: StoredDocument) => said(document).map(([rule]) => rule)

  test('a heading of the third level stands below one of the second', () => {
    const text = [block('Small', 'h3')]
    expect(rules(page(header, { _key: 't', _type: 'prose', heading: 'Large', text }))).toEqual([])
    expect(rules(page(header, { _key: 't', _type: 'prose', text }))).toEqual(['heading-order'])
    const below = { _key: 'u', _type: 'prose', text: [block('Smaller', 'h4')] }
    expect(rules(page(header, { _key: 't', _type: 'prose', heading: 'Large', text }, below))).toEqual([])
    const policy = { _id: 'x', _type: 'policy', title: 'X', slug: { current: 'x' } }
    expect(rules({ ...policy, sections: [{ _key: 'one', title: 'One', body: text }] })).toEqual([])
  })

  test('levels that skip, and headings without words', () => {
    const article = (...body: object[]): StoredDocument => ({
      _id: 'a',
      _type: 'article',
      title: 'A',
      slug: { current: 'a' },
      picture: { asset: {} },
      body,
    })
    expect(rules(article(block('One', 'h2'), block('Two', 'h3'), block('Three', 'h2')))).toEqual([])
    expect(rules(article(block('One', 'h2'), block('Two', 'h4')))).toEqual(['heading-order'])
    expect(rules(article(block('One', 'h3')))).toEqual(['heading-order'])
    expect(rules(article(block(' ', 'h2')))).toEqual(['heading-order'])
  })
})

test('a text that came from elsewhere may have anything in it', () => {
  for (const children of [[null, 'x', 7], 'x', null, {}])
    expect(
      said(page({ _key: 't', _type: 'prose', heading: 'x', text: [block('', 'normal', { children })] })),
    ).toEqual([])
})

test('titles and descriptions are counted as search results show them', () => {
  const long = 'x'.repeat(55)
  const found = (document: object) =>
    said({ ...page(), ...document }).filter(([rule]) => rule === 'search-result')
  expect(found({ title: 'x'.repeat(50) })).toEqual([])
  expect(found({ title: long })).toEqual([['search-result', ['title']]])
  expect(found({ title: long, seo: { title: 'Short' } })).toEqual([])
  expect(found({ title: 'Short', seo: { title: long } })).toEqual([['search-result', ['seo', 'title']]])
  expect(found({ seo: { description: 'x'.repeat(161) } })).toEqual([
    ['search-result', ['seo', 'description']],
  ])
  const article = {
    _id: 'a',
    _type: 'article',
    title: 'A',
    slug: { current: 'a' },
    picture: { asset: {} },
    description: 'x'.repeat(200),
  }
  expect(said(article)).toEqual([['search-result', ['description']]])
})

test('an article without a picture; a page that leads nowhere; texts that are kept', () => {
  expect(said({ _id: 'a', _type: 'article', title: 'A', slug: { current: 'a' } })).toEqual([
    ['article-picture', ['picture']],
  ])
  const lost = { ...page(), blocks: [{ _key: 'h', _type: 'pageHeader', heading: [block('Hello')] }] }
  expect(said(lost)).toEqual([['call-to-action', ['blocks']]])
  const [header] = lost.blocks
  for (const way of [
    { buttons: [{ _key: 'b', _type: 'link', label: 'Rates', target: { _ref: 'page-pricing' } }] },
    {
      intro: [
        block('', 'normal', {
          markDefs: [{ _key: 'm', _type: 'textLink', href: 'https://www.example.com/' }],
        }),
      ],
    },
  ])
    expect(said({ ...lost, blocks: [{ ...header, ...way }] })).toEqual([])
  expect(said({ _id: 'v', _type: 'policyVersion', intro: [block('Hot Seller is $250')] })).toEqual([])
})

test('redirects that do not work', () => {
  const redirect = (value: object) => said({ _id: 'r', _type: 'redirect', ...value }).map(([rule]) => rule)
  expect(redirect({ from: '/old', to: '/pricing' })).toEqual([])
  expect(redirect({ from: '/old', to: '/pricng#faq' })).toEqual(['broken-link'])
  expect(redirect({ from: '/pricing', to: '/contact-us' })).toEqual(['redirect'])
  expect(redirect({ from: '/old', to: '//evil.example' })).toEqual(['redirect'])
  expect(redirect({ from: '/old', to: '/old' })).toEqual(['broken-link', 'redirect'])
})

test('many redirects and many articles are looked at without comparing each with all others', () => {
  const many = Array.from({ length: 300 }, (_, nth) => nth)
  const redirects = many.map((nth) => ({
    _id: `r${nth}`,
    from: `/old-${nth}`,
    to: '/pricing',
    targetSlug: null,
  }))
  const names = many.map((nth) => ({ _id: `a${nth}`, _type: 'article', name: `Article ${nth}` }))
  const lowered = vi.spyOn(String.prototype, 'toLowerCase')
  onTestFinished(() => lowered.mockRestore())
  const findings = [
    ...redirects.map(({ _id, from, to }) => ({ _id, _type: 'redirect', from, to })),
    ...names.map(({ _id, _type, name }) => ({ _id, _type, title: name })),
  ].flatMap((document) =>
    [redirectFacts, sameName].flatMap((rule) => rule(document, { ...dataset, redirects, names })),
  )
  expect(findings).toEqual([])
  expect(lowered.mock.calls.length).toBeLessThan(many.length * 20)
})

test('words that Settings of an earlier version lack, each mended by a press', () => {
  const settings = seedDocuments().find(({ _id }) => _id === 'siteSettings')!
  const { openChat, ...others } = settings.interfaceWords as Record<string, string>
  const { searchWords, ...rest } = settings
  const older: StoredDocument = { ...rest, interfaceWords: { ...others, openMenu: ' ' } } as never
  const findings = findingsOf(older, dataset)
  expect(findings.map(({ rule, path }) => [rule, path.join('.')])).toEqual([
    ...['heading', 'label', 'button', 'results', 'none', 'suggestions'].map((word) => [
      'missing-words',
      `searchWords.${word}`,
    ]),
    ['missing-words', 'interfaceWords.openMenu'],
    ['missing-words', 'interfaceWords.openChat'],
  ])
  const mended = findings.reduce(
    (document, { fixes }) => withFix(document, fixes![0]!),
    older as StoredDocument,
  )
  expect(findingsOf(mended, dataset)).toEqual([])
  expect(mended).toMatchObject({ searchWords, interfaceWords: { openChat } })
  expect(older, 'what it was mended from').not.toHaveProperty('searchWords')
})

test.each([
  ['page', 'new-page', false],
  ['page', 'about-us', true],
  ['policy', 'about-us', true],
  ['article', 'about-us', false],
  ['page', 'checkout', true],
  ['article', 'checkout', false],
  ['page', 'a/b', true],
  ['article', 'Two words', true],
])('a %s at “%s” is where visitors don’t find it: %s', (_type, current, told) => {
  const found = said({ _id: 'x', _type, slug: { current } }).filter(([rule]) => rule === 'own-address')
  expect(found).toEqual(told ? [['own-address', ['slug']]] : [])
})

test('what has no title goes by its address in what is said of others', () => {
  const alike = { _type: 'page', slug: { current: 'bare' } }
  const plan = { _type: 'plan', slug: { current: 'bare' } }
  const facts = {
    ...dataset,
    addresses: [{ _id: 'bare', _type: 'page', slug: 'bare', title: null }],
    plans: [{ _id: 'bare', title: '', slug: 'bare', price: 1, credit: null, cap: null }],
  }
  for (const document of [alike, plan, { _type: 'redirect', from: '/bare', to: '/' }])
    expect(findingsOf({ _id: 'x', title: 'X', ...document }, facts)).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/^“bare” /) }),
    )
})

test('what a published document is known by and found at, and lacks', () => {
  const names = (document: StoredDocument) =>
    said(document).flatMap(([rule, path]) => (rule === 'own-names' ? path : []))
  for (const _type of ['page', 'policy', 'article', 'plan'])
    expect(names({ _id: 'x', _type, slug: { current: '' } }), _type).toEqual(['title', 'slug'])
  expect(names({ _id: 'x', _type: 'faqItem', question: '' })).toEqual(['question'])
  expect(names({ _id: 'x', _type: 'partner' })).toEqual(['name'])
  for (const _type of ['siteSettings', 'assistant', 'redirect'])
    expect(names({ _id: 'x', _type }), _type).toEqual([])
  expect(names({ _id: 'drafts.x', _type: 'page' }), 'of a draft its form says so').toEqual([])
})

test.each([
  [99, false],
  [99.99, false],
  [100_000, false],
  [100_000.01, true],
  [undefined, false],
  [0, true],
  [-5, true],
  [9.999, true],
  [1e15, true],
])('%s dollars is what nobody can pay: %s', (price, told) => {
  const found = said({ _id: 'x', _type: 'plan', title: 'X', kind: 'rate', slug: { current: 'x' }, price })
  expect(found).toEqual(told ? [['plan-price', ['price']]] : [])
})

test.each([
  ['bundle', 500, 500, false],
  ['bundle', 500, 499, true],
  ['bundle', 500, 1500, false],
  ['bundle', 500, 1501, true],
  ['bundle', undefined, 499, false],
  ['bundle', 500, undefined, false],
  ['rate', 500, 1, false],
  ['rate', 500, 5000, false],
])(
  'a %s for %s with a credit of %s gives less than it costs, or too much: %s',
  (kind, price, credit, told) => {
    const plan = { _id: 'x', _type: 'plan', title: 'X', slug: { current: 'x' }, kind, price, credit }
    expect(said(plan)).toEqual(told ? [['bundle-credit', ['credit']]] : [])
  },
)
