import { expect, test } from 'vitest'
import { errorBody } from '#app/host/transport.server.ts'
import { withoutTyped } from '#app/platform/redact.ts'

test.each([
  ['in a page', ["O'Brien & Co"], '<b>O&#x27;Brien &amp; Co</b> taken', '<b>***</b> taken'],
  ['with other ends of lines', ['One.\r\nTwo.'], 'not "One.\nTwo."', 'not "***."'],
  ['in JSON within JSON', ['I’m "Ann"\nLee'], '{"r":"I\\u2019m \\"Ann\\"\\nLee"}', '{"r":"***"}'],
  ['in an address', ['ann@example.com'], '/thanks?mail=ann%40example.com', '/thanks?mail=***'],
  ['in any case', ['Ann', 'Ünal'], 'ANN ÜNAL', '*** ***'],
  ['a name within an address', ['Ann', 'ann@example.com'], 'ann@example.com of Ann', '*** of ***'],
  ['twice', ['Ann', 'Ann'], 'Ann, Ann: Annabel', '***, ***: Annabel'],
  ['signs alone, which name nobody', ['*', '*', '?', ' '], 'Why? ***', 'Why? ***'],
  ['which is a word of its own', ['IN', 'A'], 'A state in a list: IN', '*** state in a list: ***'],
  ['another field’s words', ['Ann Lee'], 'Ann is no Lee', 'Ann is no Lee'],
  ['nothing', [], 'as it is', 'as it is'],
])('what was typed, %s', (_where, typed, text, told) => {
  expect(withoutTyped(typed)(text)).toBe(told)
})

test('a text as long as a form takes', () => {
  const long = `${'word '.repeat(13_000)}end`
  expect(withoutTyped([long, long])(`<p>${long}</p> word`)).toBe('<p>***</p> word')
})

test('a fault’s trace as JSON, whose letters are escaped', () => {
  const text = `{"message":"values (Jos\\u00e9)","trace":"${'x'.repeat(60_000)}"}`
  expect(errorBody(text, ['José'])).toMatch(/^\{"message":"values \(\*\*\*\)","trace":"x+$/)
})
