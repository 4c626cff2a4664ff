import { z } from 'zod'
import type { Mailbox } from '#app/backend/mail/mail.ts'
import { StartError } from '#app/backend/start-error.ts'
import { asciiEmail } from '#app/platform/email-address.ts'
import {
  dataDir,
  hasNoCredentials,
  port,
  positiveInteger,
  quoteUrl,
  quoteValue,
  trimVariables,
  wholeNumber,
} from '#app/platform/environment-fields.ts'

/** The recipient of mails that are written to files. */
const LOCAL_MAILBOX = 'enquiries@localhost'

const address = z
  .string()
  .transform(asciiEmail)
  .pipe(z.email('must be an e-mail address, or several with commas'))
const addresses = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(z.array(address).min(1))
/** `a@b.co` or `Name <a@b.co>`. */
const sender = z.string().transform((mailbox, context) => {
  const [, name = '', from = mailbox] = /^"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>$/u.exec(mailbox) ?? []
  const { data } = address.safeParse(from)
  if (data) return { from: data, ...(name && { fromName: name }) }
  context.addIssue({ code: 'custom', message: 'must be an e-mail address, or Name <address>' })
  return z.NEVER
})
const url = (schemes: string[], example: string) =>
  z
    .string()
    .refine(
      (value) => schemes.includes(URL.parse(value)?.protocol ?? ''),
      `must be an address like ${example}`,
    )

/** .env.example describes each variable. */
const schema = z.object({
  HOST_PORT: port.default(4000),
  DATA_DIR: dataDir,
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@server:5432/name').optional(),
  MAX_DATABASE_CONNECTIONS: wholeNumber(2, 1_000).default(8),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@server:587').optional(),
  MAIL_TO: addresses.optional(),
  MAIL_FROM: sender.optional(),
  HOST_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  HOST_SIGNED_ONLY: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
  /** On a public site, receipts of test payments go to the staff only. */
  SITE_URL: z.string().optional(),
  /** If set, the site uses another backend, and this one adds no samples. */
  HOST_URL: z.string().optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_ENV: z.enum(['sandbox', 'live'], 'must be sandbox or live').optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,50}$/, 'must be the webhook’s id')
    .optional(),
  /** The site's port, to which PayPal's sandbox sends webhooks. */
  PORT: port.optional(),
  RETENTION_DAYS: positiveInteger.default(730),
  BUDGET_PER_MINUTE: positiveInteger.default(60),
  BUDGET_PER_HOUR: positiveInteger.default(600),
  REVIEWS_PER_DAY: positiveInteger.default(5),
  CHAT_BUDGET_PER_MINUTE: positiveInteger.default(600),
  CHAT_BUDGET_PER_HOUR: positiveInteger.default(12_000),
  STUDIO_PORT: port.default(3333),
  SANITY_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a Sanity project id')
    .optional(),
  SANITY_DATASET: z
    .string()
    .regex(/^~?[a-z0-9][a-z0-9_-]{0,63}$/, 'must be a Sanity dataset name')
    .default('production'),
  SANITY_API_TOKEN: z.string().optional(),
  ASSISTANT_URL: url(['http:', 'https:'], 'https://models.example/v1')
    .refine(
      (url) => !URL.canParse(url) || hasNoCredentials(new URL(url)),
      'must be an address without a user and a password: a key is given as ASSISTANT_KEY',
    )
    .optional(),
  ASSISTANT_KEY: z.string().optional(),
  ASSISTANT_MODEL: z.string().optional(),
})

export type BackendEnv = z.infer<typeof schema>

/** No message repeats their values. */
const SECRET = [
  'DATABASE_URL',
  'SMTP_URL',
  'HOST_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'SANITY_API_TOKEN',
  'ASSISTANT_KEY',
]
/** Variables that need another one. Half of PayPal's credentials would make real payments look like tests. */
const NEEDS: [keyof BackendEnv, keyof BackendEnv][] = [
  ['SMTP_URL', 'MAIL_TO'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
  ['PAYPAL_CLIENT_SECRET', 'PAYPAL_CLIENT_ID'],
  ['PAYPAL_ENV', 'PAYPAL_CLIENT_ID'],
  ['PAYPAL_WEBHOOK_ID', 'PAYPAL_CLIENT_ID'],
  ['ASSISTANT_URL', 'ASSISTANT_MODEL'],
]

/** Reads the backend's variables. Throws StartError with one line about the first invalid one. */
export function readBackendEnv(source: Record<string, string | undefined>): BackendEnv {
  const { success, data, error } = schema.safeParse(trimVariables(source))
  if (!success) {
    const issue = error.issues[0]
    const name = String(issue?.path[0])
    const shown = (name.startsWith('MAIL_') ? quoteValue : quoteUrl)(source[name])
    throw new StartError(`${name}${SECRET.includes(name) ? '' : `=${shown}`} ${issue?.message}`)
  }
  for (const [name, needed] of NEEDS)
    if (data[name] && !data[needed]) throw new StartError(`${needed} is not set: ${name} needs it`)
  return data
}

/** The recipients and the sender of the backend's mails. */
export function mailboxOf({
  MAIL_TO: to = [LOCAL_MAILBOX],
  MAIL_FROM: sender = { from: to[0]! },
}: BackendEnv): Mailbox {
  return { to, ...sender }
}
