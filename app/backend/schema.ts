import type { Kysely, Transaction } from 'kysely'
import type { PaymentTables } from '#app/backend/payments/rows.ts'

/** The host's tables. Times are ISO text in UTC, or milliseconds where they are compared (`…At` numbers); 0 and 1 stand for no and yes. */
export type Tables = PaymentTables & {
  enquiries: EnquiryRow
  wordings: { hash: string; text: string; firstSeenAt: string }
  consents: ConsentRow
  /** One row: the end of the chain of consents. */
  consentChain: { id: number; sequence: number; hash: string }
  reviews: ReviewRow
  outbox: OutboxRow
  /** What was done once in this database, and when what is old was last looked for. */
  hostState: { key: string; value: string }
  /** What was sent in the last minutes, by name; `at` in milliseconds. */
  submissions: { key: string; at: number }
}

export type EnquiryRow = {
  id: string
  receivedAt: string
  firstName: string
  lastName: string
  email: string
  phone: string
  smsConsent: number
  marketingConsent: number
  /** JSON */
  campaign: string | null
  requestId: string
  /** Unique: what is sent twice under one id is one enquiry. */
  evidenceId: string | null
}

/** Append-only: triggers refuse changes. `hash` covers every other column but the two made for finding. */
export type ConsentRow = {
  sequence: number
  enquiryId: string
  recordedAt: string
  firstName: string
  lastName: string
  email: string
  phone: string
  smsConsent: number
  marketingConsent: number
  /** JSON: [{field, hash}] */
  wordings: string
  page: string | null
  address: string | null
  userAgent: string | null
  campaign: string | null
  /** When the site signed it; null where the call carried no evidence. */
  signedAt: string | null
  requestId: string
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
  /** The author's network (`network` of budgets.ts), stored for a day. */
  network: string | null
  sample: number
  evidenceId: string | null
}

export type OutboxRow = {
  id: string
  messageId: string
  enqueuedAt: string
  /** JSON of a QueuedMail; emptied once it is sent, or given up. */
  content: string | null
  attempts: number
  /** Milliseconds. */
  nextAttemptAt: number
  /** Milliseconds: until then one worker has it. */
  claimedUntil: number
  /** Beside a `lastError` it is when it was given up. */
  sentAt: string | null
  lastError: string | null
}

export type Database = Kysely<Tables>
export type Writes = Transaction<Tables>
