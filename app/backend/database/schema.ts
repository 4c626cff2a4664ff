import type { Kysely, Transaction } from 'kysely'
import type { PaymentTables } from '#app/backend/payments/tables.ts'

/** The tables. Times are ISO text in UTC, or numbers of milliseconds. 0 and 1 stand for no and yes. */
export type Tables = PaymentTables & {
  enquiries: EnquiryRow
  wordings: { hash: string; text: string; firstSeenAt: string }
  consents: ConsentRow
  /** One row: the end of the chain of consents. */
  consentChain: { id: number; sequence: number; hash: string }
  reviews: ReviewRow
  outbox: OutboxRow
  /** Whether samples were added, and the last run of retention. */
  hostState: { key: string; value: string }
  /** Idempotency keys of the last minutes. */
  submissions: { key: string; at: number }
}

type Given = {
  firstName: string
  lastName: string
  email: string
  phone: string
  smsConsent: number
  marketingConsent: number
  /** JSON */
  campaign: string | null
  requestId: string
}

export type EnquiryRow = Given & {
  id: string
  receivedAt: string
  /** Unique: two submissions under one id are one enquiry. */
  evidenceId: string | null
}

/** Append-only: triggers refuse changes. `hash` covers all other columns but the two keys for lookups. */
export type ConsentRow = Given & {
  sequence: number
  enquiryId: string
  recordedAt: string
  /** JSON: [{field, hash}] */
  wordings: string
  page: string | null
  address: string | null
  userAgent: string | null
  /** When the site signed it; null where the call carried no evidence. */
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
  /** Unused since the Message-ID is made of `id`. */
  messageId: string
  enqueuedAt: string
  /** JSON of a Mail; null once it is sent or given up. */
  content: string | null
  attempts: number
  /** Milliseconds. A worker that takes the message moves it ahead. */
  nextAttemptAt: number
  /** Unused since `nextAttemptAt` is also the claim. */
  claimedUntil: number
  /** With a `lastError`, when it was given up. */
  sentAt: string | null
  lastError: string | null
}

export type Database = Kysely<Tables>
export type Writes = Transaction<Tables>
