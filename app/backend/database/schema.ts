import type { Kysely, Transaction } from 'kysely'
import type { EnquiryField } from '#app/backend/enquiries/fields.ts'
import type { PaymentTables } from '#app/backend/payments/tables.ts'

/** The tables. Times are ISO text in UTC, or milliseconds. Booleans are 0 and 1. */
export type Tables = PaymentTables & {
  enquiries: EnquiryRow
  wordings: { hash: string; text: string; firstSeenAt: string }
  consents: ConsentRow
  /** One row: the end of the chain of consents. */
  consentChain: { id: number; sequence: number; hash: string }
  reviews: ReviewRow
  outbox: OutboxRow
  hostState: { key: string; value: string }
  /** Idempotency keys of the last minutes. */
  submissions: { key: string; at: number }
}

type Consents = {
  smsConsent: number
  marketingConsent: number
  /** JSON */
  campaign: string | null
  requestId: string
}

export type EnquiryRow = Record<EnquiryField, string> &
  Consents & {
    id: string
    receivedAt: string
    /** Unique, so that a repeated submission is one enquiry. */
    evidenceId: string | null
  }

/** Append-only, by triggers. `hash` covers all columns except the two keys. */
export type ConsentRow = Consents & {
  sequence: number
  firstName: string
  lastName: string
  email: string
  phone: string
  enquiryId: string
  recordedAt: string
  /** JSON: [{field, hash}] */
  wordings: string
  page: string | null
  address: string | null
  userAgent: string | null
  /** When the site signed it; null for a call without evidence. */
  signedAt: string | null
  previousHash: string
  hash: string
  emailKey: string
  phoneKey: string
}

export type ReviewRow = {
  id: string
  firstName: string
  lastName: string
  companyName: string
  jobTitle: string
  reviewDescription: string
  rating: number
  date: string
  receivedAt: string
  hiddenAt: string | null
  /** 1: waits for approval, and is not listed. */
  pending: number
  /** The author's network (rate-limit.ts), stored for a day. */
  network: string | null
  sample: number
  evidenceId: string | null
}

export type OutboxRow = {
  id: string
  /** Unused; the Message-ID is made of `id`. */
  messageId: string
  enqueuedAt: string
  /** JSON of a Mail; null once it is sent or the backend gave up. */
  content: string | null
  attempts: number
  /** Milliseconds. A worker postpones it to claim the message. */
  nextAttemptAt: number
  /** Unused; `nextAttemptAt` is also the claim. */
  claimedUntil: number
  /** With `lastError`: the time at which the message was given up. */
  sentAt: string | null
  lastError: string | null
}

export type Database = Kysely<Tables>
export type Writes = Transaction<Tables>
