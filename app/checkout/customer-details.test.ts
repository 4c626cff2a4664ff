import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { customerDetailsSchema } from '#app/checkout/customer-details.ts'
import { CUSTOMER as complete } from '#tests/support/sales.ts'

function errorsOf(fields: Partial<typeof complete>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const submission = parseWithZod(form, { schema: customerDetailsSchema })
  return submission.status === 'success' ? {} : submission.error
}

test('each empty field has the message of specification section 5', () => {
  expect(errorsOf({ firstName: '', email: '  ' })).toEqual({
    firstName: ['First name is required.'],
    lastName: ['Last name is required.'],
    email: expect.arrayContaining(['Email is required.']),
    phone: ['Phone number is required.'],
    city: ['City is required.'],
    state: ['state is required.'],
    address: ['Address is required.'],
  })
})

test('a missing e-mail is required first, and a wrong one is invalid', () => {
  expect(errorsOf({ ...complete, email: '' })?.email?.[0]).toBe('Email is required.')
  expect(errorsOf({ ...complete, email: 'ann at example' })).toEqual({ email: ['Invalid email'] })
})

test('an international domain is accepted, and a mailbox outside ASCII is refused with the reason', () => {
  const { data } = customerDetailsSchema.safeParse({ ...complete, email: ' ann@müller.example ' })
  expect(data?.email).toBe('ann@xn--mller-kva.example')
  expect(errorsOf(complete)).toEqual({})
  expect(errorsOf({ ...complete, email: '用户@例え.テスト' })?.email?.[0]).toMatch(
    /^Invalid email: only plain/,
  )
})
