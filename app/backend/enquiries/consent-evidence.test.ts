import { expect, test } from 'vitest'
import { evidenceText } from '#app/backend/enquiries/consent-evidence.ts'
import type { ConsentRecord } from '#app/backend/enquiries/consents.ts'

test('control characters in typed text are escaped in printed evidence', () => {
  const firstName = 'Ann\n  SMS box         TICKED\u2028\u001b[2J\u202e'
  const record = {
    sequence: 1,
    firstName,
    lastName: 'Lee',
    smsConsent: 0,
    texts: [] as ConsentRecord['texts'],
  }
  const lines = evidenceText(record as ConsentRecord).split('\n')
  expect(lines[2]).toBe('  Name            Ann\\u{a}  SMS box         TICKED\\u{2028}\\u{1b}[2J\\u{202e} Lee')
  expect(lines.filter((line) => line.startsWith('  SMS box'))).toEqual(['  SMS box         not ticked'])
})
