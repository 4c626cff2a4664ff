import { expect, test } from 'vitest'
import { cutText, formatReviewDate, fullName } from '#app/reviews/review-text.ts'

test('80 characters fit, 81 are cut to 80 with an ellipsis', () => {
  expect(cutText('x'.repeat(80))).toBeUndefined()
  expect(cutText('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`)
})

test('words are cut to 80 too, where a space stands there as well', () => {
  expect(cutText('word '.repeat(20))).toBe(`${'word '.repeat(16)}…`)
})

test('four short lines fit, five are cut to four: nothing disappears without a way to read it', () => {
  expect(cutText('a\nb\nc\nd')).toBeUndefined()
  expect(cutText('a\nb\nc\nd\ne')).toBe('a\nb\nc\nd…')
})

test('an emoji is one character and never cut in half', () => {
  expect(cutText('🏡'.repeat(81))).toBe(`${'🏡'.repeat(80)}…`)
})

test('dates are dd-mm-yyyy in UTC', () => {
  expect(formatReviewDate('2026-03-09T23:59:59.999Z')).toBe('09-03-2026')
})

test('a name is what there is of it', () => {
  expect(fullName({ firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee')
  expect(fullName({ firstName: null, lastName: 'Lee' })).toBe('Lee')
  expect(fullName({ firstName: ' ', lastName: '' })).toBe('')
})
