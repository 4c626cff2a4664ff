import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import { enquirySchema } from '#app/contact/enquiry.ts'
import { PHONE_PATTERN } from '#app/contact/enquiry-form.ts'

const parse = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return parseWithZod(form, { schema: enquirySchema })
}

test('an empty form is a valid enquiry', () => {
  const submission = parse({ firstName: ' Ann ', lastName: '', email: '', phone: '' })
  expect(submission.status === 'success' && submission.value).toEqual({
    firstName: ' Ann ',
    lastName: '',
    email: '',
    phone: '',
    smsConsent: '',
    marketingConsent: '',
  })
})

test('invisible characters of a copied phone number are removed', () => {
  const submission = parse({ phone: '\u202a+1 (302)\u00a0555\u20110142\u202c' })
  expect(submission.status === 'success' && submission.value.phone).toBe('+1 (302)\u00a0555-0142')
  expect(parse({ phone: '\u202a12345\u202c' }).status).toBe('error')
})

describe('the phone pattern', () => {
  // Browsers anchor it and compile it under the v flag.
  const browser = new RegExp(`^(?:${PHONE_PATTERN})$`, 'v')
  test.each(['1234567', '+1 (302) 555-0142', '12345678901234567890', '\u202d+1 (302) 555\u20110142\u202c'])(
    'accepts %s',
    (phone) => {
      expect(browser.test(phone)).toBe(true)
      expect(parse({ phone }).status).toBe('success')
    },
  )
  test.each(['123456', '123456789012345678901', '302.555.0142', 'call me now'])('refuses %s', (phone) => {
    expect(browser.test(phone)).toBe(false)
    expect(parse({ phone }).status).toBe('error')
  })
})

test.each([
  ['ann@müller.example', 'ann@xn--mller-kva.example'], // as Firefox sends it
  ['ann@xn--mller-kva.example', 'ann@xn--mller-kva.example'], // as Chromium does
])('the domain of %s is stored as %s', (email, stored) => {
  const submission = parse({ email })
  expect(submission.status === 'success' && submission.value.email).toBe(stored)
})

test.each(['a@', 'a@b c', 'jürgen@example.com'])('an invalid e-mail address is refused: %s', (email) => {
  expect(parse({ email }).status).toBe('error')
})
