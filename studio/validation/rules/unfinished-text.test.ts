import { expect, test } from 'vitest'
import { answer, findings } from '#studio/validation/rules/rules.test-support.ts'
import { unfinishedText } from '#studio/validation/rules/unfinished-text.ts'

test.each([
  ['Lorem ipsum dolor sit amet', 'Lorem ipsum'],
  ['TODO: the numbers of May', 'TODO'],
  ['Dear [your name here]', '[your name here]'],
  ['Dear {{firstName}}', '{{firstName}}'],
  ['Call xxx', 'xxx'],
  ['Here is what is to do, and what we do.', undefined],
  ['We promise **one agent** a lead.', '**one agent**'],
  ['See [our rules](https://a.example/rules?a=1), or', '[our rules](https://a.example/rules?a=1)'],
  ['So:\n## What you get\n- A lead', '## What you get'],
  ['| Plan | Price |\n|---|:---:|\n| A | $1 |', '|---|:---:|'],
  ['From $98** on, and $71** for sellers. ** As of May', undefined],
  ['Leads (see https://a.example) [sic] (or #2 of 3) cost 2 * 3 | 4 *', undefined],
  ['Those with (**) are net, and so are “**” there: (**), “**”', undefined],
])('"%s"', (text, value) => {
  const found = value ? [expect.objectContaining({ value })] : []
  expect(findings(unfinishedText, answer(text))).toEqual(found)
})
