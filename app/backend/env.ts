import { z } from 'zod'
import type { Mailbox } from '#app/backend/mail.ts'
import { asciiEmail } from '#app/platform/email-address.ts'
import {
  addressAsGiven,
  asGiven,
  budget,
  dataDir,
  given,
  hasNoUser,
  port,
} from '#app/platform/environment-fields.ts'

/** Kept files need an address to be written to. */
const LOCAL_MAILBOX = 'enquiries@localhost'

/** Says in one line why the host can't start. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const address = z
  .string()
  .transform(asciiEmail)
  .pipe(z.email('must be an e-mail address, or several with commas'))
const addresses = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(z.array(address).min(1))
/** `a@b.co` or, as readers see it, `Name <a@b.co>`. */
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
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be an address like ${example}`,
    )

const schema = z.object({
  HOST_PORT: port.default(4000),
  DATA_DIR: dataDir,
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@server:5432/name').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@server:587').optional(),
  MAIL_TO: addresses.optional(),
  MAIL_FROM: sender.optional(),
  /** Only where the site and the backend don't share DATA_DIR. */
  HOST_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** `1` refuses calls that the site didn't sign. Set by `npm start`. */
  HOST_SIGNED_ONLY: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
  /** The site's: where it is open to all, test payments mail nobody but the staff. */
  SITE_URL: z.string().optional(),
  /** Set where the site uses another host: this one then shows no samples. */
  HOST_URL: z.string().optional(),
  /** Without id and secret a stand-in answers for PayPal, with test money. */
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_ENV: z.enum(['sandbox', 'live'], 'must be sandbox or live').optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,50}$/, 'must be the webhook’s id')
    .optional(),
  /** The site’s; set by `npm start`. The stand-in sends its webhooks there, as PayPal would. */
  PORT: port.optional(),
  /** How long enquiries are kept, in days. */
  RETENTION_DAYS: budget.default(730),
  BUDGET_PER_MINUTE: budget.default(60),
  BUDGET_PER_HOUR: budget.default(600),
  /** So many reviews of one network (IPv4 address, IPv6 /64) are listed at once within a day; an office shares one. */
  REVIEWS_PER_DAY: budget.default(5),
  /** Questions to the assistant, of all visitors together. */
  CHAT_BUDGET_PER_MINUTE: budget.default(600),
  CHAT_BUDGET_PER_HOUR: budget.default(12_000),
  /** Where the assistant reads what is published: as the site does. */
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
  /** Any OpenAI-compatible endpoint that phrases the assistant’s answers; without one they are the content’s own sentences. */
  ASSISTANT_URL: url(['http:', 'https:'], 'https://models.example/v1')
    .refine(
      (url) => !URL.canParse(url) || hasNoUser(new URL(url)),
      'must be an address without a user and a password: a key is given as ASSISTANT_KEY',
    )
    .optional(),
  ASSISTANT_KEY: z.string().optional(),
  ASSISTANT_MODEL: z.string().optional(),
})

export type HostEnv = z.infer<typeof schema>

/** Values that may hold a password are not repeated in a complaint. */
const SECRET = [
  'DATABASE_URL',
  'SMTP_URL',
  'HOST_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'SANITY_API_TOKEN',
  'ASSISTANT_KEY',
]

/** Reads the host's variables; an empty one counts as unset. Throws StartError whose one line names the first bad one. */
export function readHostEnv(source: Record<string, string | undefined>): HostEnv {
  const variables = given(source)
  const { success, data, error } = schema.safeParse(variables)
  if (!success) {
    const issue = error.issues[0]
    const name = String(issue?.path[0])
    // What stands before an @ of MAIL_TO is no secret, and may be what is wrong with it.
    const shown = (name.startsWith('MAIL_') ? asGiven : addressAsGiven)(source[name])
    throw new StartError(`${name}${SECRET.includes(name) ? '' : `=${shown}`} ${issue?.message}`)
  }
  if (data.SMTP_URL && !data.MAIL_TO)
    throw new StartError('MAIL_TO is not set: SMTP_URL needs an address to send to')
  checkPayPal(data)
  if (data.ASSISTANT_URL && !data.ASSISTANT_MODEL)
    throw new StartError('ASSISTANT_MODEL is not set: ASSISTANT_URL needs it')
  return data
}

/** Who gets and who sends the host’s mail. */
export function mailboxOf({
  MAIL_TO: to = [LOCAL_MAILBOX],
  MAIL_FROM: sender = { from: to[0]! },
}: HostEnv): Mailbox {
  return { to, ...sender }
}

/** Half a set of credentials would quietly take test money for real. */
function checkPayPal(env: HostEnv): void {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_ENV: environment } = env
  if (id && !secret) throw new StartError('PAYPAL_CLIENT_SECRET is not set: PAYPAL_CLIENT_ID needs it')
  if (secret && !id) throw new StartError('PAYPAL_CLIENT_ID is not set: PAYPAL_CLIENT_SECRET needs it')
  if (id) return
  const name = environment ? 'PAYPAL_ENV' : env.PAYPAL_WEBHOOK_ID ? 'PAYPAL_WEBHOOK_ID' : undefined
  if (name) throw new StartError(`PAYPAL_CLIENT_ID is not set: ${name} needs it`)
}
