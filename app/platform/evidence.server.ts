import { createHash, createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '#app/platform/constant-time-equal.server.ts'
import { parseJson } from '#app/platform/parse-json.ts'

/** Signed data for the embedded backend only: `v1.<base64url JSON>.<base64url HMAC-SHA256>`. */
export const EVIDENCE_HEADER = 'x-site-evidence'
/** Identifies a submission (IETF draft "The Idempotency-Key HTTP Header Field"). The backend stores it once. */
export const SUBMISSION_HEADER = 'idempotency-key'
/** The same text within this time is the same submission. */
export const SAME_SUBMISSION_MS = 10 * 60_000
/** The backend refuses a header that is older or newer than this. */
const EVIDENCE_LIFETIME_MS = 5 * 60_000
/** Node accepts 16 KB of headers in total. */
const MAX_HEADER_CHARS = 8_192
/** Longer wordings are stored first and sent as hashes. */
export const MAX_INLINE_BYTES = 2_048
const MAX_USER_AGENT_CHARS = 512
const MAX_PAGE_CHARS = 512

const campaign = z.record(z.string().max(40), z.string().max(200))
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A text that the form showed: its checkbox (or `notice`), and the exact text. */
const wording = z.object({
  field: z.enum(['smsConsent', 'marketingConsent', 'notice']),
  hash,
  text: z.string().max(8_000).optional(),
})
const evidence = z.object({
  /** The same id on a second request is the same submission. */
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The method and path of the signed call. */
  target: z.string(),
  /** SHA-256 of the body. */
  body: hash,
  address: z.string().max(45).optional(),
  userAgent: z.string().max(MAX_USER_AGENT_CHARS).optional(),
  /** SHA-256 of the visitor's session id, which distinguishes visitors behind one address. */
  session: hash.optional(),
  page: z.string().max(MAX_PAGE_CHARS).optional(),
  campaign: campaign.optional(),
  /** The site's origin: `https://example.com`. PayPal's page returns there. */
  origin: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .refine((value) => new URL(value).origin === value)
    .optional(),
  wordings: z.array(wording).max(3).optional(),
})

export type Wording = z.infer<typeof wording>
export type Evidence = z.infer<typeof evidence>
/** The sender of a form. `page` is a path; `campaign` holds e.g. utm parameters. */
export type Visitor = Pick<Evidence, 'address' | 'userAgent' | 'session' | 'page' | 'campaign' | 'origin'>

/** SHA-256 (hex) of the exact text. Identifies a version of a wording. */
export const wordingHash = (text: string): string => sha256(text)

/** SHA-256 in hex. */
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** Creates and signs the header's value, at most 8 KB. A longer campaign is left out. */
export function signEvidence(
  secret: string,
  {
    target,
    body,
    visitor = {},
    wordings,
  }: { target: string; body: string; visitor?: Visitor } & Pick<Evidence, 'wordings'>,
): string {
  const payload: Evidence = {
    id: randomUUID(),
    at: new Date().toISOString(),
    target,
    body: sha256(body),
    address: visitor.address?.slice(0, 45),
    userAgent: visitor.userAgent?.slice(0, MAX_USER_AGENT_CHARS),
    session: visitor.session,
    page: visitor.page?.slice(0, MAX_PAGE_CHARS),
    campaign: limitCampaign(visitor.campaign),
    origin: visitor.origin,
    wordings,
  }
  const header = seal(secret, payload)
  if (header.length <= MAX_HEADER_CHARS) return header
  return seal(secret, { ...payload, campaign: undefined })
}

type Verified = { ok: true; evidence: Evidence } | { ok: false; reason: string }

/** Checks format, signature, target and age. The caller compares the body's hash. */
export function verifyEvidence(secret: string, header: string, target: string): Verified {
  const refuse = (reason: string): Verified => ({ ok: false, reason })
  const [version, payload, signature, ...rest] = header.split('.')
  if (version !== 'v1' || !payload || !signature || rest.length > 0) return refuse('malformed')
  const expected = createHmac('sha256', secret).update(`v1.${payload}`).digest()
  if (!isSameSecret(Buffer.from(signature, 'base64url'), expected)) return refuse('signature does not match')
  const { success, data } = evidence.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')))
  if (!success) return refuse('malformed')
  if (data.target !== target) return refuse('signed for another call')
  if (Math.abs(Date.now() - Date.parse(data.at)) > EVIDENCE_LIFETIME_MS) return refuse('expired')
  return { ok: true, evidence: data }
}

function seal(secret: string, payload: Evidence): string {
  const text = Buffer.from(JSON.stringify(payload), 'utf8').toString('base64url')
  return `v1.${text}.${createHmac('sha256', secret).update(`v1.${text}`).digest('base64url')}`
}

function limitCampaign(campaign: Visitor['campaign']): Visitor['campaign'] {
  if (!campaign) return undefined
  return Object.fromEntries(
    Object.entries(campaign)
      .slice(0, 10)
      .map(([name, value]) => [name.slice(0, 40), value.slice(0, 200)]),
  )
}
