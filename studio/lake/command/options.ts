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
export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'start'; options: Options }
  | { name: 'run'; options: Options; program: string[] }

type Definition = { argument: string; help: string; default?: string; must: string; accepts: RegExp | Test }
type Test = (value: string) => boolean

const MAX_PORT = 65_519
const isUrl: Test = (value) => /^https?:\/\//.test(value)
const DEFINITIONS = {
  port: {
    argument: '<number>',
    help: 'the port of the API; event streams use the 16 ports above',
    default: '3333',
    must: `be a port from 0 (any free one) to ${MAX_PORT}`,
    accepts: (value) => /^\d{1,5}$/.test(value) && Number(value) <= MAX_PORT,
  },
  data: {
    argument: '<folder>',
    help: 'the folder of the documents, the assets and the token',
    default: '.lake',
    must: 'name a folder',
    accepts: /./,
  },
  'project-id': {
    argument: '<id>',
    help: 'the project id that clients use',
    default: 'local',
    must: 'be lower case letters, digits and -',
    accepts: /^[a-z0-9][a-z0-9-]*$/,
  },
  dataset: {
    argument: '<name>',
    help: 'the dataset that the first start creates',
    default: 'production',
    must: 'be at most 64 lower case letters, digits, _ and -',
    accepts: /^[a-z0-9][a-z0-9_-]{0,63}$/,
  },
  host: {
    argument: '<address>',
    help: 'the IP address to listen on, such as 0.0.0.0 in a container (default: loopback)',
    must: 'be an IP address',
    accepts: (value) => isIP(value) > 0,
  },
  cors: {
    argument: '<origin>',
    help: 'a web origin that may call the API; repeatable',
    must: 'be an origin such as http://localhost:3000',
    accepts: /^https?:\/\/[^/\s]+$/,
  },
  studio: {
    argument: '<folder|url>',
    help: 'the built Studio (sanity build), or the address of sanity dev, to serve with the API',
    must: 'be a folder with index.html, or an address',
    accepts: (value) => isUrl(value) || existsSync(join(value, 'index.html')),
  },
  seed: {
    argument: '<file>',
    help: 'an export (.tar.gz or .ndjson) that an empty data folder starts with',
    must: 'be an existing file',
    accepts: (value) => existsSync(value),
  },
} satisfies Record<string, Definition>
type Name = keyof typeof DEFINITIONS
const NAMES = Object.keys(DEFINITIONS) as Name[]

const variableOf = (name: string) => `LAKE_${name.toUpperCase().replace('-', '_')}`

/** Reads the command line; `LAKE_…` variables replace missing options. Throws UsageError. */
export function readCommand(argv: string[], env: Record<string, string | undefined>): Command {
  const end = argv.indexOf('--')
  const [args, program] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
  const { values, positionals } = parse(args)
  const [name = 'start', ...rest] = positionals
  if (values.help) return { name: 'help' }
  if (values.version) return { name: 'version' }
  if (name !== 'start' && name !== 'run') throw new UsageError(`Unknown command "${name}"; see lake --help`)
  if (name === 'run' && program.length === 0)
    throw new UsageError('The command to run belongs after "--": lake run -- npx sanity dataset list')
  const [surplus] = name === 'run' ? rest : [...rest, ...program]
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"; see lake --help`)

  const read = (name: Name): string[] => {
    const definition: Definition = DEFINITIONS[name]
    const variable = env[variableOf(name)]?.trim()
    const given = (values as Record<string, unknown>)[name] as string[] | undefined
    const list =
      given ?? (variable ? (name === 'cors' ? variable.split(/[\s,]+/) : [variable]) : [definition.default])
    for (const value of list) {
      if (value === undefined) return []
      const { accepts } = definition
      if (!(accepts instanceof RegExp ? accepts.test(value) : accepts(value)))
        throw new UsageError(
          `${given ? `--${name}` : variableOf(name)} must ${definition.must}, not ${JSON.stringify(value)}`,
        )
    }
    return list as string[]
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

Each option is also a variable, such as LAKE_PORT or LAKE_PROJECT_ID. LAKE_CORS takes several origins.

${NAMES.map((name) => {
  const { argument, help, default: fallback }: Definition = DEFINITIONS[name]
  return `  ${`--${name} ${argument}`.padEnd(24)}${help}${fallback ? ` (default: ${fallback})` : ''}`
}).join('\n')}
  --help, --version`
