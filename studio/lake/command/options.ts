import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** A wrong option, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type Options = {
  port: number
  dataDir: string
  projectId: string
  dataset: string
  host?: string
  allowedOrigins: string[]
  /** A folder with the built Studio, or the URL of `sanity dev`. */
  studio?: string
  seed?: string
}
type Command =
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'start'; options: Options }
  | { name: 'run'; options: Options; program: string[] }

/** `means` explains the option in the help and in error messages. */
type Definition = { means: string; accepts: (value: string) => boolean; default?: string }

const MAX_PORT = 65_519
const isUrl = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value)
const matches = (pattern: RegExp) => (value: string) => pattern.test(value)
const DEFINITIONS = {
  port: {
    means: `the port of the API, 0 (a free one) to ${MAX_PORT}; event streams use the 16 above`,
    accepts: (value) => /^\d{1,5}$/.test(value) && Number(value) <= MAX_PORT,
    default: '3333',
  },
  data: {
    means: 'the folder of the documents, the assets and the token',
    accepts: Boolean,
    default: '.lake',
  },
  'project-id': {
    means: 'the project id that clients use: lower case letters, digits and -',
    accepts: matches(/^[a-z0-9][a-z0-9-]*$/),
    default: 'local',
  },
  dataset: {
    means: 'the dataset of the first start: at most 64 lower case letters, digits, _ and -',
    accepts: matches(/^[a-z0-9][a-z0-9_-]{0,63}$/),
    default: 'production',
  },
  host: {
    means: 'the IP address to listen on, such as 0.0.0.0 in a container; loopback without it',
    accepts: (value) => isIP(value) > 0,
  },
  cors: {
    means: 'a web origin that may call the API, such as http://localhost:3000; repeatable',
    accepts: matches(/^https?:\/\/[^/\s]+$/),
  },
  studio: {
    means: 'the output folder of sanity build, or the address of sanity dev, to serve with the API',
    accepts: (value) => isUrl(value) || existsSync(join(value, 'index.html')),
  },
  seed: {
    means: 'an existing export (.tar.gz or .ndjson) that an empty data folder starts with',
    accepts: (value) => existsSync(value),
  },
} satisfies Record<string, Definition>
type Name = keyof typeof DEFINITIONS
const NAMES = Object.keys(DEFINITIONS) as Name[]

/** Reads the command line; `LAKE_…` variables replace missing options. Throws UsageError. */
export function readCommand(argv: string[], env: Record<string, string | undefined>): Command {
  const end = argv.indexOf('--')
  const [args, program] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
  const { values, positionals } = parse(args)
  const [name = 'start', ...surplus] = positionals
  if (values.help) return { name: 'help' }
  if (values.version) return { name: 'version' }
  if (name !== 'start' && name !== 'run') throw new UsageError(`Unknown command "${name}"; see lake --help`)
  if (name === 'run' && program.length === 0)
    throw new UsageError('The command to run belongs after "--": lake run -- npx sanity dataset list')
  if (name === 'start') surplus.push(...program)
  if (surplus.length > 0) throw new UsageError(`Unexpected argument "${surplus[0]}"; see lake --help`)

  const read = (name: Name): string[] => {
    const definition: Definition = DEFINITIONS[name]
    const variable = `LAKE_${name.toUpperCase().replace('-', '_')}`
    const given = (values as Record<string, unknown>)[name] as string[] | undefined
    const fallback = env[variable] || definition.default // an empty variable counts as unset
    const list = given ?? (name === 'cors' ? fallback?.split(/[\s,]+/) : fallback ? [fallback] : []) ?? []
    const wrong = list.find((value) => !definition.accepts(value))
    if (wrong === undefined) return list
    throw new UsageError(
      `${given ? `--${name}` : variable} cannot be ${JSON.stringify(wrong)}: it is ${definition.means}`,
    )
  }
  const last = (name: Name) => read(name).at(-1)
  const studio = last('studio')
  const options: Options = {
    port: Number(last('port')),
    dataDir: resolve(last('data')!),
    projectId: last('project-id')!,
    dataset: last('dataset')!,
    host: last('host'),
    allowedOrigins: read('cors'),
    studio: studio && !isUrl(studio) ? resolve(studio) : studio,
    seed: last('seed'),
  }
  return name === 'run' ? { name, options, program } : { name, options }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const, multiple: true }])),
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. |\n/)
    throw new UsageError(`${reason}; see lake --help`)
  }
}

/** The text of `lake --help`. */
export const helpText = () => `A local Content Lake: Sanity's HTTP API on SQLite.

lake [start] [options]                       starts a lake
lake run [options] -- <command> [arguments]  runs a command whose requests to Sanity reach a lake

Each option is also a variable, such as LAKE_PORT, LAKE_PROJECT_ID or LAKE_CORS (several origins).

${NAMES.map((name) => {
  const { means, default: fallback }: Definition = DEFINITIONS[name]
  return `  ${`--${name}`.padEnd(14)}${means}${fallback ? ` (default: ${fallback})` : ''}`
}).join('\n')}
  --help, --version`
