import { describe, expect, test } from 'vitest'
import { mended, typedAmounts, withFix } from '#studio/guards/typed-amounts.ts'
import { amountsIn, quoteText, verdicts } from '#studio/validation/amounts.ts'
import type { Finding } from '#studio/validation/rule.ts'
import { findingsOf } from '#studio/validation/rules.ts'
import { conflictDocuments, seedDataset, seedDocuments } from '#studio/validation/seed.test-support.ts'
import { type Block, blockText, type Child } from '#studio/validation/walk.ts'

const dataset = seedDataset()
const said = (text: string) =>
  verdicts(text, dataset.plans).map(
    ({ amount, contradicts, quotes }) =>
      `${amount.text} ${contradicts ? '≠' : '='} ${quotes.map((quote) => `${quote.plan.title} ${quote.show}`).join(' | ')}`,
  )

test.each([
  ['$99, $1,499.00 and $0.50', [9_900, 149_900, 50]],
  ['US$99 or USD 149 or 299 dollars', [9_900, 14_900, 29_900]],
  ['$200K, $1.5M, $18 million', [20_000_000, 150_000_000, 1_800_000_000]],
  ['99$, 1,499 $ and 2 $99 leads', [9_900, 149_900, 9_900]],
  [
    '$1 499, $1\u00a0499, 1 499 dollars, 12\u202f500 USD, $1 000 000',
    [149_900, 149_900, 149_900, 1_250_000, 100_000_000],
  ],
  ['a 99-dollar lead, 149 U.S. dollars, 299 US$', [9_900, 14_900, 29_900]],
  ['$99 100% live transfers, in 2026 499 dollars, $1 2026', [9_900, 49_900, 100]],
  ['ZIP 10001, (302) 555 0100, 1 499 homes, 2 100% exclusive, 1-800-555-0100', []],
  ['99 leads, 48 hours, 100%, 2026', []],
])('amounts of “%s”', (text, cents) => {
  expect(amountsIn(text).map((amount) => amount.cents)).toEqual(cents)
})

describe('what an amount has to do with the plans', () => {
  test.each([
    [
      'Standard Buyer $100, Standard Seller $149, Hot Seller $299, Commercial $299.',
      [
        '$100 ≠ Standard Buyer Lead price',
        '$149 ≠ Standard Seller Lead price',
        '$299 = Hot Seller Lead price',
        '$299 = Commercial Lead price',
      ],
    ],
    [
      '$100 for a Standard Buyer Lead, $149 for standard seller leads',
      ['$100 ≠ Standard Buyer Lead price', '$149 ≠ Standard Seller Lead price'],
    ],
    [
      'Starter Edge is $499: $700 credit, save $101',
      ['$499 = Starter Edge price', '$700 ≠ Starter Edge credit', '$101 = Starter Edge saving'],
    ],
    ['Exclusive Seller leads, property values up to $500K', ['$500K ≠ Exclusive Seller Lead cap']],
    ['Save $50 today: $99 for a Standard Buyer Lead', ['$99 = Standard Buyer Lead price']],
    [
      'A Standard Buyer Lead would cost $299 and Pro Closer $999',
      ['$299 ≠ Standard Buyer Lead price', '$999 = Pro Closer price'],
    ],
    ['Pro Closer $950 Starter Edge', ['$950 ≠ Pro Closer price']],
    ['From $99', ['$99 = Standard Buyer Lead price | Standard Seller Lead price']],
    ['A sandwich is $12, a house $420,000, and we sold for $18M.', []],
  ])('%s', (text, verdicts) => {
    expect(said(text)).toEqual(verdicts)
  })
})

/** A paragraph as a visitor reads it. */
const shown = (block: Block) =>
  (block.children ?? [])
    .map((child: Child) => {
      if (child._type === 'span') return child.text
      const plan = dataset.plans.find(({ _id }) => _id === (child.plan as { _ref: string })._ref)!
      return quoteText({ plan, show: child.show as 'price' })
    })
    .join('')

test('the conflict of the specification is found in all that was imported, and mended to the last amount', () => {
  const documents = conflictDocuments()
  const found = documents.flatMap((document) => typedAmounts(document, dataset))
  expect(found).toHaveLength(12)
  const results = documents.map((document) => mended(document, dataset))
  expect(results.map((result) => typedAmounts(result, dataset).length)).toEqual([0, 0, 2, 0])
  const [faq, bundles, page] = results
  const [rates, start] = faq!.answer as Block[]
  // A strong reference would keep the plan from being deleted, instead of a question that says where it is quoted.
  for (const { plan } of rates!.children ?? []) if (plan) expect(plan).toMatchObject({ _weak: true })
  expect(shown(rates!)).toBe(
    'Our rates: Standard Buyer $99, Standard Seller $99, Hot Seller $299, Commercial $299.',
  )
  expect(shown(start!)).toBe('Bundles start at $499.')
  const [starter, pro] = bundles!.answer as Block[]
  expect(shown(starter!)).toBe('Starter Edge: $499 (600 credit, save $101)')
  expect(shown(pro!)).toBe('Pro Closer: $999 for a credit of $1,200, property values up to $18M')
  // “Buyers from $99” may mean either of two plans: the editor chooses. A plain field can’t quote: it is named.
  const [either, plain] = typedAmounts(page!, dataset) as [Finding, Finding]
  expect(either.fixes?.map(({ title }) => title)).toEqual([
    'Quote the price of Standard Buyer Lead: $99',
    'Quote the price of Standard Seller Lead: $99',
  ])
  expect(plain.path.at(-1)).toBe('heading')
  expect(plain.fixes).toBeUndefined()
  expect(plain.message).toMatch(
    /^“\$250” contradicts the price of Commercial Lead: \$299\. This field can’t quote/,
  )
  const chosen = withFix(page!, either.fixes![0]!)
  expect(typedAmounts(chosen, dataset)).toHaveLength(1)
  expect(typedAmounts(page!, dataset), 'a fix changes a copy').toHaveLength(2)
})

test('an answer that names no plan speaks of the one in its question', () => {
  const answer = (question: string, text: string) =>
    typedAmounts(
      {
        _id: 'x',
        _type: 'faqItem',
        question,
        answer: [{ _key: 'b', _type: 'block', children: [{ _key: 's', _type: 'span', text }] }],
      },
      dataset,
    ).map(({ message, fixes }) => [message.split('.')[0], fixes?.length])
  const asked = 'What does a Standard Seller Lead cost?'
  expect(answer(asked, 'It is $149 for each lead.')).toEqual([
    ['“$149” contradicts the price of Standard Seller Lead: $99', 1],
  ])
  expect(answer(asked, 'A Hot Seller Lead is $299.')).toEqual([
    ['“$299” is typed, and is the price of Hot Seller Lead: $299', 1],
  ])
  expect(answer(asked, 'Bundles start at $499.')).toEqual([
    ['“$499” is typed, and is the price of Starter Edge: $499', 1],
  ])
  expect(answer('Standard Buyer or Standard Seller Leads?', 'From $149.')).toEqual([])
  expect(answer('What does it cost?', 'It is $149.')).toEqual([])
})

test('a quote stands between spans, and nothing else of the paragraph changes', () => {
  const block: Block = {
    _key: 'b',
    _type: 'block',
    children: [
      { _key: 'a', _type: 'span', text: 'Hot Seller is $2', marks: [] },
      { _key: 'c', _type: 'span', text: '99', marks: ['strong'] },
      { _key: 'd', _type: 'span', text: ' today', marks: [] },
    ],
  }
  const [finding] = typedAmounts({ _id: 'x', _type: 'faqItem', answer: [block] }, dataset) as [Finding]
  const children = finding.fixes![0]!.value as Child[]
  expect(children.map(({ _type, text }) => [_type, text])).toEqual([
    ['span', 'Hot Seller is '],
    ['priceReference', undefined],
    ['span', ''],
    ['span', ''],
    ['span', ' today'],
  ])
  expect(new Set(children.map(({ _key }) => _key)).size).toBe(children.length)
  expect(blockText({ ...block, children })).toBe('Hot Seller is \uFFFC today')
  expect(finding.path).toEqual(['answer', { _key: 'b' }])
})

test('the starting content gives the guards nothing to say', () => {
  const said = seedDocuments().flatMap((document) =>
    findingsOf(document, dataset).map(
      ({ path, message }) => `${document._id} ${JSON.stringify(path)} ${message}`,
    ),
  )
  expect(said).toEqual([])
})

test('a long paragraph of names and amounts is not read along from each to each', () => {
  const cost = (times: number) => {
    const began = performance.now()
    expect(said('Hot Seller is $250, yes. '.repeat(times))).toHaveLength(times)
    return performance.now() - began
  }
  const short = Math.max(...[1, 2, 3].map(() => cost(150)))
  // Each beside each is 25 times as much; with all that stands between them 125 times.
  expect(cost(750)).toBeLessThan(60 * short)
})
