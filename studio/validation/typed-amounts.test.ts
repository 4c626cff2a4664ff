import { expect, test } from 'vitest'
import { quoteText } from '#studio/validation/amounts.ts'
import type { Finding } from '#studio/validation/rule.ts'
import { conflictDocuments, seedContent } from '#studio/validation/seed.test-support.ts'
import { typedAmounts, withAllFixes, withFix } from '#studio/validation/typed-amounts.ts'
import { type Block, blockText, type Child } from '#studio/validation/walk.ts'

const content = seedContent()

/** A paragraph as a visitor reads it. */
const shown = (block: Block) =>
  (block.children ?? [])
    .map((child: Child) => {
      if (child._type === 'span') return child.text
      const plan = content.plans.find(({ _id }) => _id === (child.plan as { _ref: string })._ref)!
      return quoteText({ plan, show: child.show as 'price' })
    })
    .join('')

test('the conflict of the specification is found in all that was imported, and fixed to the last amount', () => {
  const documents = conflictDocuments()
  const found = documents.flatMap((document) => typedAmounts(document, content))
  expect(found).toHaveLength(12)
  const results = documents.map((document) => withAllFixes(document, content))
  expect(results.map((result) => typedAmounts(result, content).length)).toEqual([0, 0, 2, 0])
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
  const [either, plain] = typedAmounts(page!, content) as unknown as [Finding, Finding]
  expect(either.fixes?.map(({ title }) => title)).toEqual([
    'Quote the price of Standard Buyer Lead: $99',
    'Quote the price of Standard Seller Lead: $99',
  ])
  expect(plain.path.at(-1)).toBe('heading')
  expect(plain.fixes).toBeUndefined()
  expect(plain.message).toMatch(
    /^“\$250” contradicts the price of Commercial Lead: \$299\. This field cannot quote/,
  )
  const chosen = withFix(page!, either.fixes![0]!)
  expect(typedAmounts(chosen, content)).toHaveLength(1)
  expect(typedAmounts(page!, content), 'a fix changes a copy').toHaveLength(2)
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
      content,
    ).map(({ message, fixes }) => [message.split('.')[0], fixes?.length])
  const asked = 'What does a Standard Seller Lead cost?'
  expect(answer(asked, 'It is $149 for each lead.')).toEqual([
    ['“$149” contradicts the price of Standard Seller Lead: $99', 1],
  ])
  expect(answer(asked, 'A Hot Seller Lead is $299.')).toEqual([
    ['“$299” is typed, and equals the price of Hot Seller Lead: $299', 1],
  ])
  expect(answer(asked, 'Bundles start at $499.')).toEqual([
    ['“$499” is typed, and equals the price of Starter Edge: $499', 1],
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
  const [finding] = typedAmounts({ _id: 'x', _type: 'faqItem', answer: [block] }, content) as unknown as [
    Finding,
  ]
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
