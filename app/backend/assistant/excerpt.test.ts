import { expect, test } from 'vitest'
import { excerpt, withoutYesOrNo, withSource } from '#app/backend/assistant/excerpt.ts'
import type { Line, Passage } from '#app/content/knowledge.ts'

const passage = (lines: (string | Line)[], more: Partial<Passage> = {}): Passage => ({
  documentId: 'a',
  kind: 'faq',
  source: 'A page',
  path: '/a-page',
  heading: 'Heading',
  context: '',
  lines: lines.map((line) => (typeof line === 'string' ? { text: line } : line)),
  ...more,
})
const item = (text: string, listOf = 'We need') => ({ text, listOf })
const LONG = `${'Many words say nothing '.repeat(6)}here.`

test('a long passage is quoted from the line that matches best', () => {
  const lines = [LONG, LONG, 'A zebra bites.', 'It is striped.', LONG, LONG, LONG, LONG]
  const text = excerpt(passage(lines), ['zebra'])
  expect(text).toMatch(/^A zebra bites\. It is striped\. Many words/)
  expect(withSource(text, passage(lines)).length).toBeLessThanOrEqual(500)
})

test('a short card is quoted with its heading, unless it repeats it', () => {
  const card = (heading: string, text: string) => excerpt(passage([text], { kind: 'page', heading }), [])
  expect(card('All States', 'We work everywhere.')).toBe('All States: We work everywhere.')
  expect(card('We work', 'We work everywhere.')).toBe('We work everywhere.')
  expect(card('All States', `${LONG} ${LONG}`)).toMatch(/^Many words/)
})

test('a list follows its introduction, or its heading', () => {
  const list = (lines: (string | Line)[]) => excerpt(passage(lines), [])
  expect(list(['We need', item('time,'), item('money;'), item('luck!'), 'That is all.'])).toBe(
    'We need time; money; luck! That is all.',
  )
  expect(list([item('time', ''), item('money', '')])).toBe('Heading: time; money.')
})

test('“Yes” and “No” are removed from the start', () => {
  expect(withoutYesOrNo('No, they never expire.')).toBe('They never expire.')
  expect(withoutYesOrNo('Nobody knows.')).toBe('Nobody knows.')
})
