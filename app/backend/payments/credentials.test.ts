import { describe, expect, test } from 'vitest'
import { readBackendEnv } from '#app/backend/env.ts'

const id = { PAYPAL_CLIENT_ID: 'id' }
const secret = { PAYPAL_CLIENT_SECRET: 'top-secret' }

describe('half a set of credentials stops the start instead of taking test money', () => {
  test.each([
    [id, 'PAYPAL_CLIENT_SECRET is not set: PAYPAL_CLIENT_ID needs it'],
    [secret, 'PAYPAL_CLIENT_ID is not set: PAYPAL_CLIENT_SECRET needs it'],
    [{ PAYPAL_ENV: 'live' }, 'PAYPAL_CLIENT_ID is not set: PAYPAL_ENV needs it'],
    [{ PAYPAL_WEBHOOK_ID: 'W1' }, 'PAYPAL_CLIENT_ID is not set: PAYPAL_WEBHOOK_ID needs it'],
    [{ ...id, ...secret, PAYPAL_ENV: 'production' }, 'PAYPAL_ENV="production" must be sandbox or live'],
  ])('%j', (given, complaint) => {
    expect(() => readBackendEnv(given)).toThrow(complaint)
  })

  test.each([{}, { ...id, ...secret }, { ...id, ...secret, PAYPAL_ENV: 'live', PAYPAL_WEBHOOK_ID: '8PT5' }])(
    '%j is whole',
    (given) => {
      expect(readBackendEnv(given)).toMatchObject(given)
    },
  )
})
