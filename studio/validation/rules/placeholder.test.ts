import { expect, test } from 'vitest'
import { placeholder } from '#studio/validation/rules/placeholder.ts'
import { answer, findings } from '#studio/validation/rules/rules.test-support.ts'

test.each([
  ['Lorem ipsum dolor sit amet', 'Lorem ipsum'],
  ['TODO: the numbers of May', 'TODO'],
  ['Opening hours: TBD', 'TBD'],
  ['Dear [your name here]', '[your name here]'],
  ['Dear {{firstName}}', '{{firstName}}'],
  ['Call xxx', 'xxx'],
  ['Here is what is to do, and what we do.', undefined],
  ['A [sic] in brackets', undefined],
  ['The XXL house', undefined],
])('“%s”', (text, value) => {
  const found = value ? [expect.objectContaining({ value })] : []
  expect(findings(placeholder, answer(text))).toEqual(found)
  expect(findings(placeholder, { ...answer(''), question: text })).toEqual(found)
})

test.each(['a', '{{', '[your '])('100,000 times “%s” is checked while somebody types', (text) => {
  const since = performance.now()
  findings(placeholder, answer(text.repeat(100_000)))
  expect(performance.now() - since).toBeLessThan(2_000)
})
