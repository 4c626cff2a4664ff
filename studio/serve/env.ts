import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StartError } from '#studio/lake/errors.ts'
import {
  dataDir,
  origin,
  port,
  quoteUrl,
  trimVariables,
  wholeNumber,
} from '../../app/platform/environment-fields.ts'

const schema = z.object({
  PORT: port.default(3000),
  SITE_URL: origin.optional(),
  /** Event streams use the 16 ports above. */
  STUDIO_PORT: wholeNumber(1, 65_519, 'a port from 1 to 65519').default(3333),
  DATA_DIR: dataDir,
  SANITY_DATASET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower case letters, digits, _ and -')
    .default('production'),
  LAKE_QUERY_BUDGET_MS: wholeNumber(100, 600_000).default(10_000),
  STUDIO_DIST: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../dist', import.meta.url))),
  STUDIO_DEV_URL: origin.optional(),
  /** `npm start` creates and prints it. */
  STUDIO_KEY: z.string().optional(),
  /** With another backend there is no Inbox. */
  HOST_URL: z.string().optional(),
  HOST_PORT: port.default(4000),
  STUDIO_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin)),
})

export type LakeEnv = z.infer<typeof schema> & { SITE_URL: string }

/** Reads the lake's variables. Throws StartError with the first invalid one. */
export function readEnv(env: Record<string, string | undefined>): LakeEnv {
  const variables = trimVariables(env)
  const parsed = schema.safeParse(variables)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    throw new StartError(`${name}=${quoteUrl(env[name])} ${issue?.message}`)
  }
  const { PORT, SITE_URL = `http://localhost:${PORT}` } = parsed.data
  return { ...parsed.data, SITE_URL }
}
