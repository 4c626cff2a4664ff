import { z } from 'zod'
import {
  dataDir,
  hasNoCredentials,
  httpUrl,
  isBaseUrl,
  origin,
  port,
  positiveInteger,
  quoteUrl,
  trimVariables,
  wholeNumber,
} from '#app/platform/environment-fields.ts'

/** Ports above STUDIO_PORT that carry the lake's event streams. */
export const STREAM_PORTS = 16

const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined)

const optionalUrl = httpUrl
  .refine((url) => hasNoCredentials(new URL(url)), 'must be an address without a user and a password')
  .optional()
const hostUrl = httpUrl
  .refine((url) => isBaseUrl(new URL(url)), 'must be an address without a user, a query and a fragment')
  .optional()
/** Sanity's client throws a stack trace for other schemes. Shells often set proxies without `http://`. */
const proxy = z
  .url({ protocol: /^(https?|socks5?)$/, error: 'must be an address like http://proxy:3128' })
  .optional()
const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    PORT: port.default(3000),
    STUDIO_PORT: port
      .refine((value) => value <= 65_535 - STREAM_PORTS, `must leave ${STREAM_PORTS} ports above it`)
      .default(3333),
    DATA_DIR: dataDir,
    SANITY_PROJECT_ID: optional.refine((id) => !id || /^[a-z0-9-]+$/.test(id), 'must be a Sanity project id'),
    SANITY_DATASET: z
      .string()
      .regex(/^~?[a-z0-9][a-z0-9_-]{0,63}$/, 'must be a Sanity dataset name')
      .default('production'),
    SANITY_API_TOKEN: optional,
    HOST_URL: hostUrl,
    REVIEWS_HOST_URL: hostUrl,
    HOST_PORT: port.default(4000),
    DATABASE_URL: optional,
    HOST_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    PAYPAL_CLIENT_ID: optional,
    PAYPAL_CLIENT_SECRET: optional,
    PAYPAL_ENV: z.enum(['sandbox', 'live'], 'must be sandbox or live').optional(),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    BUDGET_CHECKOUT_PER_MINUTE: positiveInteger.default(120),
    METRICS_PORT: port.default(9464),
    BUDGET_POSTS_PER_MINUTE: positiveInteger.default(300),
    BUDGET_READS_PER_MINUTE: positiveInteger.default(1_200),
    MAX_CONNECTIONS: positiveInteger.default(4_000),
    PAGE_CACHE_MB: wholeNumber(1, 4_096).default(64),
    MEDIA_CACHE_MB: positiveInteger.default(448),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    TRUST_PROXY: wholeNumber(0, 10).default(0),
    SITE_URL: origin.optional(),
    CDN_PURGE_URL: optionalUrl,
    CDN_PURGE_TOKEN: optional,
    STUDIO_URL: optionalUrl,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
  })
  .refine((env) => env.HOST_URL || Boolean(env.PAYPAL_CLIENT_ID) === Boolean(env.PAYPAL_CLIENT_SECRET), {
    path: ['PAYPAL_CLIENT_SECRET'],
    error: 'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are set together or not at all',
  })
  .transform((env) => ({
    ...env,
    SITE_URL: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    /** The Studio's address for editors; undefined for a hosted Studio whose address is not set. */
    STUDIO_URL: env.STUDIO_URL
      ? withoutSlash(env.STUDIO_URL)
      : env.SANITY_PROJECT_ID
        ? undefined
        : `http://localhost:${env.STUDIO_PORT}`,
    localLake: env.SANITY_PROJECT_ID === undefined,
    /** The backend is our own: `npm start` runs it, or HOST_URL names one that shares HOST_SECRET. */
    embeddedHost: env.HOST_URL === undefined || env.HOST_SECRET !== undefined,
    hostUrl: env.HOST_URL ? withoutSlash(env.HOST_URL) : `http://localhost:${env.HOST_PORT}`,
  }))

/** Not shown in error messages. */
const SECRETS = [
  'SANITY_API_TOKEN',
  'DATABASE_URL',
  'HOST_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'SESSION_SECRET',
  'CDN_PURGE_TOKEN',
  'METRICS_TOKEN',
]

export type Env = z.infer<typeof schema>

/** Reads and checks the environment. Throws an Error of one line that names each invalid variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const variables = trimVariables(source)
  const result = schema.safeParse(variables)
  if (result.success) return result.data
  const messages = result.error.issues.map(({ path, message }) => {
    const name = path.join('.')
    return `${name}=${SECRETS.includes(name) ? '…' : quoteUrl(source[name])}: ${message}`
  })
  throw new Error(`Bad environment: ${messages.join('; ')}`)
}
