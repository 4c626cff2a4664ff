import { expect, test } from 'vitest'
import { cutText, formatReviewDate, fullName } from '#app/reviews/review-text.ts'

test('80 characters fit, 81 are cut to 80 with an ellipsis', () => {
  expect(cutText('x'.repeat(80))).toBeUndefined()
  expect(cutText('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`)
})

test('four short lines fit, five are cut to four with an ellipsis', () => {
  expect(cutText('a\nb\nc\nd')).toBeUndefined()
  expect(cutText('a\nb\nc\nd\ne')).toBe('a\nb\nc\nd…')
})

test('an emoji, a flag and an accented letter count as one character and are never cut', () => {
  for (const character of ['🏡', 'e\u0301', '🇺🇸', '👍🏽', '👩‍👩‍👧‍👦', '❤️']) {
    expect(cutText(character.repeat(80))).toBeUndefined()
    expect(cutText(character.repeat(81))).toBe(`${character.repeat(80)}…`)
  }
})

test('excess accents on a letter are cut too', () => {
  expect(cutText(`e${'\u0301'.repeat(10_000)}`)?.length).toBeLessThan(1_000)
})

test('dates are dd-mm-yyyy in UTC', () => {
  expect(formatReviewDate('2026-03-09T23:59:59.999Z')).toBe('09-03-2026')
})

test('a missing first or last name is left out', () => {
  expect(fullName({ firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee')
  expect(fullName({ firstName: null, lastName: 'Lee' })).toBe('Lee')
  expect(fullName({ firstName: ' ', lastName: '' })).toBe('')
})
