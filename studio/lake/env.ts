import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StartError } from '#studio/lake/errors.ts'
import { addressAsGiven, dataDir } from '../../app/variables.ts'

const port = z.coerce
  .number('must be a port number')
  .int('must be a whole number')
  .min(1, 'must be a port from 1 to 65519')
  .max(65519, 'must be a port from 1 to 65519')
/** As browsers name it. */
const originUrl = z
  .string()
  .trim()
  .refine(
    (value) => /^https?:\/\/[^/\s]+\/*$/i.test(value) && URL.canParse(value),
    'must be an address like http://localhost:3351',
  )
  .transform((value) => new URL(value).origin)
const schema = z.object({
  PORT: port.default(3000),
  SITE_URL: originUrl.optional(),
  STUDIO_PORT: port.default(3333),
  DATA_DIR: dataDir,
  SANITY_DATASET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower case letters, digits, _ and -')
    .default('production'),
  LAKE_QUERY_BUDGET_MS: z.coerce
    .number('must be a number of milliseconds')
    .int('must be a whole number')
    .min(100, 'must be at least 100')
    .max(600_000, 'must be at most 600000')
    .default(10_000),
  STUDIO_DIST: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../dist', import.meta.url))),
  STUDIO_DEV_URL: originUrl.optional(),
  /** The site uses another host: the inbox is then not to be had. */
  HOST_URL: z.string().optional(),
  HOST_PORT: z.coerce.number('must be a port number').int().min(1).max(65_535).default(4000),
  STUDIO_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .pipe(z.array(originUrl)),
})

export type LakeEnv = z.infer<typeof schema> & { SITE_URL: string }

/**
 * Reads the lake's variables. Throws StartError naming the first bad one.
 * An empty variable counts as unset. STUDIO_ALLOWED_ORIGINS (comma separated) admits
 * further browser origins, the site's for example.
 */
export function readEnv(env: Record<string, string | undefined>): LakeEnv {
  const given = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, env[key] || undefined]))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    throw new StartError(`${name}=${addressAsGiven(env[name])} ${issue?.message}`)
  }
  const { PORT, SITE_URL = `http://localhost:${PORT}` } = parsed.data
  return { ...parsed.data, SITE_URL }
}
