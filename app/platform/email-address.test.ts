import { expect, test } from 'vitest'
import { ASCII_MAILBOX, asciiEmail } from '#app/platform/email-address.ts'

test.each([
  ['ann@müller.example', 'ann@xn--mller-kva.example'],
  ['ann@mu\u0308ller.example', 'ann@xn--mller-kva.example'], // decomposed, as macOS writes it
  ['info@straße.example', 'info@xn--strae-oqa.example'],
  ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ['müller.example', 'xn--mller-kva.example'], // a part of an address, as staff search for it
])('the domain of %s in ASCII: %s', (typed, ascii) => {
  expect(asciiEmail(typed)).toBe(ascii)
  expect(asciiEmail(ascii)).toBe(ascii)
})

test.each([
  'Ann@Example.COM',
  'ann@',
  'jürgen@example.com',
  'ann@müller.example/path',
  'ann@müller\n.example',
])('%j stays as it is', (typed) => {
  expect(asciiEmail(typed)).toBe(typed)
})

test('a mailbox beyond ASCII is distinguished from other invalid addresses', () => {
  expect(['jürgen@example.com', '用户@例え.テスト'].map((email) => ASCII_MAILBOX.test(email))).toEqual([
    false,
    false,
  ])
  expect(['ann@müller.example', 'ann at example', ''].every((email) => ASCII_MAILBOX.test(email))).toBe(true)
})
