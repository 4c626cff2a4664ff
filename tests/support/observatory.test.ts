import { expect, test } from 'vitest'
import { observatoryScore } from '#tests/support/observatory.ts'

const GOOD = {
  'content-security-policy': "default-src 'none'; script-src 'self' 'sha256-x'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const score = (changes: Record<string, string | undefined> = {}, html = '') => {
  const headers = Object.entries({ ...GOOD, ...changes }).filter(
    (pair): pair is [string, string] => !!pair[1],
  )
  return observatoryScore({ headers: new Headers(headers), html })
}

test('points are given and taken as MDN publishes it', () => {
  expect(score()).toBe(130)
  expect(score({ 'content-security-policy': undefined })).toBe(55) // 100 - 25 - 20
  expect(
    score({
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'; style-src 'unsafe-inline'",
    }),
  ).toBe(120)
  expect(score({ 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" })).toBe(125)
  expect(score({ 'content-security-policy': "script-src https:; frame-ancestors 'none'" })).toBe(80)
  expect(score({ 'content-security-policy': "default-src 'none'; frame-ancestors http://a" })).toBe(80)
  expect(score({ 'strict-transport-security': 'max-age=60' })).toBe(120)
  expect(score({ 'x-content-type-options': undefined })).toBe(125)
  expect(score({ 'referrer-policy': 'unsafe-url' })).toBe(120)
  expect(score({ 'set-cookie': 'a=1' })).toBe(80)
  expect(score({}, '<script src="https://other.example/a.js"></script>')).toBe(125)
})
