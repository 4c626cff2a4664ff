import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  changedFigures,
  nameQuestions,
  planQuestions,
  redirectQuestions,
  staleAmounts,
} from '#studio/guards/questions.ts'
import { replacedText } from '#studio/publish/dated-text.ts'
import { movedAddress } from '#studio/publish/moved-address.ts'
import { consequenceOf, nameOf, placesOf } from '#studio/validation/references.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { seedDataset, seedDocuments } from '#studio/validation/seed.test-support.ts'
import type { Block } from '#studio/validation/walk.ts'

const dataset = seedDataset()
const seed = seedDocuments()
const stored = (id: string): StoredDocument => structuredClone(seed.find(({ _id }) => _id === id)!)
const draftOf = (id: string, change: Record<string, unknown>) => ({
  ...stored(id),
  ...change,
  _id: `drafts.${id}`,
})

test('a copy that is published as it is, and a name that becomes another’s', () => {
  const said = (draft: StoredDocument, published?: StoredDocument) =>
    nameQuestions(draft, published, dataset).map(({ text }) => text)
  const copy = { ...stored('faq-contracts'), _id: 'drafts.copy' }
  expect(said(copy)).toEqual(['The same question is there already: visitors can’t tell one from the other.'])
  expect(said({ ...copy, question: 'May I cancel?' })).toEqual([])
  const [plan, named] = [stored('plan-starter-edge'), draftOf('plan-starter-edge', { title: ' pro closer' })]
  expect(said(named, plan)).toHaveLength(1)
  expect(said(named, { ...plan, title: ' pro closer' })).toEqual([]) // asked when it got that name
  expect(said(plan)).toEqual([])
})

test('a redirect that leads away from where a page comes to stand', () => {
  const led = (target: string | null, to: string | null = null) => ({
    ...dataset,
    redirects: [{ _id: 'r', from: '/Old-Pricing/', to, target, targetSlug: null }],
  })
  const asked = (draft: StoredDocument, published: StoredDocument | undefined, then = led('page-pricing')) =>
    redirectQuestions(draft, published, then).map(({ text }) => text)
  const about = stored('page-about-us')
  const moved = draftOf('page-about-us', { slug: { current: 'old-pricing' } })
  expect(asked(moved, undefined)).toEqual([
    expect.stringMatching(/^A redirect leads from \/Old-Pricing\/ to \/pricing\. .* acts again once/),
  ])
  expect(asked(moved, about)).toEqual([expect.stringMatching(/find it at \/old-pricing .* is deleted\.$/)])
  expect(asked(moved, about, led('gone'))[0]).toMatch(/ to a page that is gone\./)
  expect(asked(moved, about, led(null, 'https://a.example'))[0]).toMatch(/ to https:\/\/a\.example\./)
  expect(asked(moved, about, led('page-about-us')), 'it was there before').toEqual([])
  const nowhere = { ...about, slug: null } as unknown as StoredDocument
  expect(asked(moved, nowhere), 'which is no move').toEqual([expect.stringMatching(/acts again once/)])
  expect(asked(moved, moved), 'it was asked about then').toEqual([])
  expect(asked(about, undefined)).toEqual([])
  expect(asked({ ...moved, _type: 'plan' }, undefined)).toEqual([])
})

describe('a plan', () => {
  const ask = (id: string, change: Record<string, unknown>) =>
    planQuestions(draftOf(id, change), stored(id), { dataset, referring: seed }).map(({ text, places }) =>
      [text, ...(places ?? []).map(({ document }) => nameOf(document))].join(' @ '),
    )

  test('a price change of more than a quarter is asked about, up and down, with where it shows', () => {
    expect(ask('plan-hot-seller-lead', { price: 373.75 })).toEqual([])
    expect(ask('plan-hot-seller-lead', { price: 224.25 })).toEqual([])
    const [up] = ask('plan-hot-seller-lead', { price: 399 })
    expect(up).toMatch(/goes from \$299 to \$399: 33 % more\. .* @ What does each lead cost\?/)
    expect(ask('plan-hot-seller-lead', { price: 2.99 })[0]).toMatch(/to \$2\.99: 99 % less/)
    const free = { ...stored('plan-hot-seller-lead'), price: 0 }
    expect(
      planQuestions(draftOf(free._id, {}), free, { dataset, referring: [] }),
      'of nothing there is no share',
    ).toEqual([])
  })

  test('so is a change of what a bundle gives, and of what a rate covers', () => {
    expect(ask('plan-pro-closer', { credit: 1500 })).toEqual([])
    expect(ask('plan-pro-closer', { credit: 1600 })).toEqual([
      expect.stringMatching(
        /^The lead credit of Pro Closer goes from \$1,200 to \$1,600: 33 % more\..* @ How do the prepaid bundles work\?$/,
      ),
    ])
    expect(ask('plan-hot-seller-lead', { cap: 6_000_000 })[0]).toMatch(
      /^The highest property value of Hot Seller Lead goes from \$600K to \$6M: 900 % more\./,
    )
  })

  test('a kind that changes', () => {
    expect(ask('plan-elite-access', { kind: 'rate' })).toContain(
      'Elite Access becomes a lead rate: its card moves to the lead rates, where its price is that of one lead, without its credit.',
    )
    expect(ask('plan-hot-seller-lead', { kind: 'bundle', credit: 350 })).toContainEqual(
      expect.stringMatching(/becomes a prepaid bundle/),
    )
  })

  test('a bundle that is new, with a digit too many or too few', () => {
    const says =
      /^The credit \(\$12000\) is more than 3 times the price \(\$999\): is one of them mistyped\?$/
    const bundle = draftOf('plan-pro-closer', { credit: 12_000 })
    expect(planQuestions(bundle, undefined, { dataset, referring: [] })).toEqual([
      { text: expect.stringMatching(says) },
    ])
    expect(planQuestions({ ...bundle, summary: 'x' }, bundle, { dataset, referring: [] })).toEqual([])
  })

  test('a figure that changes while texts have it typed into them, which don’t follow', () => {
    const plan = stored('plan-standard-buyer-lead')
    const changed = changedFigures(draftOf(plan._id, { price: 109 }), plan)
    expect(changed).toEqual(['price'])
    expect(changedFigures(draftOf(plan._id, { title: 'New' }), plan)).toEqual([])
    const says = (description: string) => ({ _id: 'a', _type: 'article', title: 'Cheap', description })
    const asked = (text: string) => staleAmounts(plan, changed, [...seed, says(text)], dataset)
    expect(asked('A Standard Buyer Lead for 99 dollars')).toEqual([
      {
        text: 'These texts have a figure of Standard Buyer Lead typed into them. It does not follow: change it there too.',
        places: [
          { document: expect.objectContaining({ title: 'Cheap' }), path: ['description'], kind: 'quote' },
        ],
      },
    ])
    expect(asked('A Hot Seller Lead for $299')).toEqual([])
    expect(asked('No figure at all')).toEqual([])
  })

  test('of the figures that texts have typed into them only the plan’s own that changes, as it was', () => {
    const plan = { ...stored('plan-hot-seller-lead'), summary: 'For $299' }
    const asked = (description: string) =>
      staleAmounts(plan, ['price'], [plan, { _id: 'a', _type: 'article', description }], dataset).length
    expect(asked('From $299'), 'another plan costs as much').toBe(1)
    expect(asked('A Hot Seller Lead, home value up to $600K'), 'of another figure').toBe(0)
    expect(asked('A Hot Seller Lead for $250'), 'what is wrong already').toBe(0)
    expect(asked('Free'), 'what the plan says of itself').toBe(0)
  })

  test('a bundle that gives less than it costs, a short name of another plan', () => {
    expect(ask('plan-starter-edge', { credit: 450 })).toEqual([
      expect.stringMatching(/^The credit \(\$450\) is below the price \(\$499\)/),
      expect.stringMatching(
        /^Starter Edge would have no saving any more.* @ How do the prepaid bundles work\?$/,
      ),
    ])
    expect(ask('plan-starter-edge', { slug: { current: 'pro-closer' } })).toEqual([
      '“Pro Closer” has the same short name: a visitor who chooses one may pay for the other.',
      expect.stringMatching(
        /^The short name of Starter Edge goes from “starter-edge” to “pro-closer”: whoever/,
      ),
    ])
  })

  test.each([{ credit: undefined }, { kind: 'rate' }])(
    'a figure that an answer quotes and the plan loses: %o',
    (change) => {
      expect(ask('plan-starter-edge', change)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(
            /^Starter Edge would have no lead credit any more.* @ How do the prepaid bundles work\?$/,
          ),
        ]),
      )
      expect(ask('plan-commercial-lead', { cap: undefined })).toEqual([])
    },
  )

  test('dates that take it off sale while texts quote it, as if it were taken down', () => {
    const [past, soon, later] = ['2026-01-01', '2099-01-01', '2099-02-01'].map((day) => `${day}T12:00:00Z`)
    expect(ask('plan-pro-closer', { showUntil: soon })).toEqual([
      expect.stringMatching(
        /^Pro Closer is shown only until .*2099.* not on sale\. @ .*How do the prepaid bundles work\?/,
      ),
    ])
    expect(ask('plan-pro-closer', { showFrom: soon })).toEqual([
      expect.stringMatching(/^Pro Closer is shown only from .*2099/),
    ])
    expect(ask('plan-pro-closer', { showFrom: past })).toEqual([])
    const again = (before: object, after: object, referring = seed, publishAt?: string) =>
      planQuestions(
        draftOf('plan-pro-closer', after as never),
        { ...stored('plan-pro-closer'), ...before },
        { dataset, referring, publishAt },
      )
    expect(again({}, { showFrom: soon }, seed, later)).toEqual([])
    expect(again({}, { showUntil: soon }, [])).toEqual([])
    expect(again({ showUntil: soon }, { showUntil: soon, summary: 'x' })).toEqual([])
    expect(again({ showUntil: soon }, { showUntil: later })).toEqual([])
    expect(again({ showUntil: soon }, { showUntil: null })).toEqual([])
    expect(again({ showUntil: later }, { showUntil: soon })).toHaveLength(1)
  })

  test('only texts that quote are named, and only for the figure that they quote', () => {
    const plan = { _ref: 'plan-starter-edge' }
    const quote = { _key: 'q', _type: 'priceReference', plan, show: 'price' }
    const answer = [{ _key: 'b', _type: 'block', children: [quote] }]
    const referring = [
      { _id: 'f', _type: 'faqItem', question: 'How much?', answer },
      { _id: 'p', _type: 'page', title: 'Plans', blocks: [{ _key: 'g', plans: [{ _key: 'p', ...plan }] }] },
    ]
    const asked = (change: Record<string, unknown>) =>
      planQuestions(draftOf(plan._ref, change), stored(plan._ref), { dataset, referring })
    const [question, ...others] = asked({ price: 299 })
    expect([question?.places?.map(({ document }) => nameOf(document)), others]).toEqual([['How much?'], []])
    expect(asked({ credit: undefined })).toEqual([])
    expect(asked({ credit: 900 })[0]?.places).toEqual([])
    quote.show = 'saving'
    expect(asked({ credit: 900 })[0]?.places, 'a saving is of both').toHaveLength(1)
  })

  test('a plan that is new, or that only got another summary, is not asked about', () => {
    expect(ask('plan-starter-edge', { summary: 'x' })).toEqual([])
    expect(planQuestions(draftOf('plan-starter-edge', {}), undefined, { dataset, referring: [] })).toEqual([])
  })
})

test('places: quotes, links inside texts, buttons, menu entries', () => {
  const kinds = (id: string) => placesOf(id, seed).map(({ document, kind }) => `${kind} ${nameOf(document)}`)
  expect(kinds('plan-pro-closer')).toEqual(
    expect.arrayContaining([
      'quote How do the prepaid bundles work?',
      'quote Can I have a ZIP code to myself?',
    ]),
  )
  expect(kinds('page-pricing')).toEqual(expect.arrayContaining(['menu Settings']))
  expect(kinds('policy-refund-policy')).toEqual(
    expect.arrayContaining(['link What if a lead isn’t what it should be?', 'menu Settings']),
  )
  expect(kinds('page-nowhere')).toEqual([])
  // Once: the reference inside a link of a text is not told again.
  expect(kinds('policy-refund-policy').filter((place) => place.includes('What if a lead'))).toHaveLength(1)
})

describe('an address that moves', () => {
  const moved = (id: string, slug: string, redirects = dataset.redirects) => {
    const facts = { ...dataset, redirects }
    return movedAddress(draftOf(id, { slug: { current: slug } }), stored(id), facts, facts)
  }

  test('a page of the menu needs a redirect, which follows the page', () => {
    expect(moved('page-pricing', 'pricing')).toBeUndefined()
    expect(moved('page-pricing', 'prices')).toEqual({
      from: '/pricing',
      to: '/prices',
      inNavigation: true,
      redirect: {
        _id: 'redirect-pricing',
        _type: 'redirect',
        from: '/pricing',
        target: { _type: 'reference', _ref: 'page-pricing', _weak: true },
        permanent: true,
      },
      isKnown: false,
      obsolete: [],
    })
  })

  test('back at its old address, the redirect that stood there is removed', () => {
    const redirects = [
      { _id: 'redirect-prices', from: '/prices', to: null, target: 'page-pricing', targetSlug: null },
    ]
    expect(moved('page-pricing', 'prices', redirects)?.obsolete).toEqual(['redirect-prices'])
    expect(moved('page-pricing', 'other', redirects)?.obsolete).toEqual([])
  })

  test('a new page has none that it leaves, and a plan’s short name is no address', () => {
    expect(movedAddress(draftOf('page-pricing', {}), undefined, dataset, dataset)).toBeUndefined()
    const plan = 'plan-pro-closer'
    expect(moved(plan, 'pro')).toBeUndefined()
    expect(movedAddress(draftOf(plan, {}), undefined, dataset, dataset)).toBeUndefined()
  })

  test('an article outside the menu', () => {
    const article = seed.find(({ _type }) => _type === 'article')!
    expect(moved(article._id, 'elsewhere')).toMatchObject({ to: '/resources/elsewhere', inNavigation: false })
  })
})

describe('a dated text', () => {
  const words = (text: string) => [
    { _key: 'k', _type: 'block', children: [{ _key: 's', _type: 'span', text }] },
  ]

  test('a policy is kept as visitors read it, under the date from which it held', () => {
    const policy = stored('policy-refund-policy')
    expect(replacedText(draftOf(policy._id, {}), policy, dataset)).toBeUndefined()
    expect(replacedText(draftOf(policy._id, { seo: { title: 'x' } }), policy, dataset)).toBeUndefined()
    const replaced = replacedText(draftOf(policy._id, { intro: words('New.') }), policy, dataset)!
    expect(replaced.since).toBe('2026-11-01')
    const version = replaced.versionUntil('2027-01-15')
    expect(version).toMatchObject({
      _id: 'policy-refund-policy-version-2026-11-01',
      _type: 'policyVersion',
      slug: 'refund-policy',
      address: '2026-11-01',
      effectiveDate: '2026-11-01',
      until: '2027-01-15',
    })
    expect(JSON.stringify(version)).not.toMatch(/settingReference|priceReference/)
    expect(JSON.stringify(version)).toContain('hello@keyturn.example')
    expect(replaced).not.toHaveProperty('proposed')
    const dated = draftOf(policy._id, { intro: words('New.'), effectiveDate: '2027-01-15' })
    expect(replacedText(dated, policy, dataset)?.proposed).toBe('2027-01-15')
  })

  test('another place that a link leads to is another text; another key is none', () => {
    const linked = (key: string, href: string) => [
      { ...words('See')[0], _key: key, markDefs: [{ _key: 'm', _type: 'textLink', href }] },
    ]
    const policy = { ...stored('policy-refund-policy'), intro: linked('a', 'https://www.example.com/a') }
    const replaced = (key: string, href: string) =>
      replacedText(draftOf(policy._id, { intro: linked(key, href) }), policy, dataset)
    expect(replaced('b', 'https://www.example.com/a')).toBeUndefined()
    expect(replaced('a', 'https://www.example.com/b')).toBeDefined()
  })

  test('what is kept of a policy is all of it, with headings, and figures as they stood', () => {
    const quote = { _type: 'priceReference', plan: { _ref: 'plan-pro-closer' }, show: 'price' }
    const [block] = words('Pro Closer is ')
    const text = [{ ...block!, style: 'h3', children: [...block!.children, { _key: 'q', ...quote }] }]
    const policy: StoredDocument = {
      ...stored('policy-refund-policy'),
      intro: text,
      sections: [
        { _key: 'one', heading: 'One', body: text },
        { _key: 'two', heading: 'Two' },
      ],
    }
    const kept = [{ style: 'h3', children: [{ text: 'Pro Closer is ' }, { _type: 'span', text: '$999' }] }]
    expect(
      replacedText(draftOf(policy._id, { intro: [] }), policy, dataset)?.versionUntil('2027-01-15'),
    ).toMatchObject({
      title: policy.title,
      intro: kept,
      sections: [
        { heading: 'One', body: kept },
        { heading: 'Two', body: [] },
      ],
    })
    const { intro: _, ...bare } = policy
    const version = replacedText(draftOf(policy._id, {}), bare, dataset)?.versionUntil('2027-01-15')
    expect(version).not.toHaveProperty('intro')
  })

  test('two texts of one date have two addresses', () => {
    const policy = stored('policy-refund-policy')
    const taken = { ...dataset, published: [...dataset.published, 'policy-refund-policy-version-2026-11-01'] }
    const replaced = replacedText(draftOf(policy._id, { intro: words('New.') }), policy, taken)!
    expect(replaced.versionUntil('2026-11-02')._id).toBe('policy-refund-policy-version-2026-11-01-2')
  })

  test('one without a date is from the day on which it was published, where the editor is', () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { effectiveDate: _, ...policy } = stored('policy-refund-policy')
    const published = { ...policy, _updatedAt: '2026-11-25T01:30:00Z' } as StoredDocument
    expect(replacedText(draftOf(policy._id, { intro: words('New.') }), published, dataset)?.since).toBe(
      '2026-11-24',
    )
  })

  test('the consents: a changed word, or a changed brand that they name, is another wording', () => {
    const settings = stored('siteSettings')
    const consents = settings.consents as { sms: Block[] }
    const replaced = (change: Record<string, unknown>) =>
      replacedText(draftOf('siteSettings', change), settings, dataset)?.versionUntil('2027-01-01')
    expect(replaced({ description: 'x' })).toBeUndefined()
    expect(replaced({ brand: 'Other' })).toMatchObject({ sms: expect.stringContaining('Keyturn') })
    expect(replaced({ consents: { ...consents, sms: words('Text me.') } })).toMatchObject({
      _id: 'consent-version-2026-11-01',
      effectiveDate: '2026-11-01',
      until: '2027-01-01',
      sms: expect.stringContaining('STOP'),
    })
    expect(replaced({ consents: { ...consents, marketing: words('Write me.') } })).toMatchObject({
      marketing: expect.stringContaining('marketing'),
    })
    const proposed = (effectiveDate: string) =>
      replacedText(
        draftOf('siteSettings', { brand: 'Other', consents: { ...consents, effectiveDate } }),
        settings,
        dataset,
      )?.proposed
    expect([proposed('2026-11-01'), proposed('2027-01-01')]).toEqual([undefined, '2027-01-01'])
  })
})

test.each([
  ['redirect', 'redirect-old', { target: { _ref: 'page-pricing' } }, 'This address leads nowhere any more.'],
  ['siteSettings', 'siteSettings', { headerNav: [{ target: { _ref: 'page-pricing' } }] }, 'The menu loses'],
  ['article', 'a', { body: [{ target: { _ref: 'page-pricing' } }] }, 'This link is left out.'],
])('what happens to a %s when what it points at is gone', (_type, _id, fields, consequence) => {
  const [place] = placesOf('page-pricing', [{ _id, _type, ...fields }])
  expect(consequenceOf(place!)).toContain(consequence)
})
