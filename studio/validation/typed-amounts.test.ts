import { expect, test } from 'vitest'
import { quoteText } from '#studio/validation/amounts.ts'
import type { Finding } from '#studio/validation/rule.ts'
import { answer } from '#studio/validation/rules/rules.test-support.ts'
import { conflictDocuments, seedContent } from '#studio/validation/seed.test-support.ts'
import { typedAmounts, withAllFixes } from '#studio/validation/typed-amounts.ts'
import type { Block, Child } from '#studio/validation/walk.ts'

const content = seedContent()

/** Returns a paragraph as a visitor reads it. */
const shown = (block: Block) =>
  (block.children ?? [])
    .map((child: Child) => {
      if (child._type === 'span') return child.text
      const plan = content.plans.find(({ _id }) => _id === (child.plan as { _ref: string })._ref)!
      return quoteText({ plan, show: child.show as 'price' })
    })
    .join('')

test('the rules find the conflict of the specification in imported content, and fix it where one plan fits', () => {
  const documents = conflictDocuments()
  expect(documents.flatMap((document) => typedAmounts(document, content))).toHaveLength(12)
  const results = documents.map((document) => withAllFixes(document, content))
  expect(results.map((result) => typedAmounts(result, content).length)).toEqual([0, 0, 2, 0])
  const [faq, bundles, page] = results
  expect((faq!.answer as Block[]).map(shown)).toEqual([
    'Our rates: Standard Buyer $99, Standard Seller $99, Hot Seller $299, Commercial $299.',
    'Bundles start at $499.',
  ])
  expect((bundles!.answer as Block[]).map(shown)).toEqual([
    'Starter Edge: $499 (600 credit, save $101)',
    'Pro Closer: $999 for a credit of $1,200, property values up to $18M',
  ])
  // A strong reference would keep the plan from being deleted.
  for (const { plan } of (faq!.answer as Block[])[0]!.children ?? [])
    if (plan) expect(plan).toMatchObject({ _weak: true })

  // "Buyers from $99" fits two plans, so the editor chooses. A plain field cannot quote.
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
})

const QUESTION = 'What does a Standard Seller Lead cost?'

test.each([
  [QUESTION, 'It is $149 for each lead.', '“$149” contradicts the price of Standard Seller Lead: $99'],
  [QUESTION, 'A Hot Seller Lead is $299.', '“$299” is typed, and equals the price of Hot Seller Lead: $299'],
  ['Standard Buyer or Standard Seller Leads?', 'From $149.', undefined],
  ['What does it cost?', 'It is $149.', undefined],
])(
  'an answer without the name of a plan is about the plan in its question: %s %s',
  (question, text, message) => {
    const found = typedAmounts({ ...answer(text), question }, content)
    expect(found.map((one) => one.message.split('.')[0])).toEqual(message ? [message] : [])
  },
)
