import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from '#app/backend/start-error.ts'

export const NO_BACKEND_DATA =
  'No backend data in the database of DATABASE_URL. Set DATABASE_URL to the value that npm start uses.'

/** Writes a consistent dump of the whole database. Throws StartError. */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  await run('pg_dump', ['--format=custom', ...ANY_OWNER, `--file=${file}`], databaseUrl)
}

/** Restores a dump into an empty database, in one transaction. Throws StartError. */
export async function restorePostgres(databaseUrl: string, file: string): Promise<void> {
  await run('pg_restore', ['--single-transaction', '--exit-on-error', ...ANY_OWNER, file], databaseUrl)
}

/** Reads a dump completely. Throws StartError if it is damaged, or not from a backend. */
export async function checkDump(file: string): Promise<void> {
  await run('pg_restore', ['--file=/dev/null', file])
  if (!(await run('pg_restore', ['--list', file])).includes('kysely_migration'))
    throw new StartError(NO_BACKEND_DATA)
}

/** The target database may have another owner. */
const ANY_OWNER = ['--no-owner', '--no-privileges']

async function run(tool: 'pg_dump' | 'pg_restore', args: string[], databaseUrl?: string): Promise<string> {
  const url = databaseUrl ? new URL(databaseUrl) : undefined
  // Every account of the machine can read a command's arguments, but not its environment.
  const PGPASSWORD = (url && takePassword(url)) || process.env.PGPASSWORD
  try {
    const { stdout } = await promisify(execFile)(tool, [...(url ? [`--dbname=${url.href}`] : []), ...args], {
      env: { ...process.env, PGPASSWORD, LC_ALL: 'C' },
    })
    return stdout
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string }
    if (code === 'ENOENT') throw new StartError(`${tool} is missing: install Debian’s postgresql-client`)
    const [line = ''] = (stderr || message).trim().split('\n')
    const [isOlder, server] = /server version: (\d+)|unsupported version/.exec(stderr ?? '') ?? []
    if (isOlder)
      throw new StartError(
        `${tool} is older than the server: install Debian’s postgresql-client${server ? `-${server}` : ' of its version'} (${line})`,
      )
    if (line.includes('already exists'))
      throw new StartError(
        'The database of DATABASE_URL is not empty: create an empty one, and set DATABASE_URL to it',
      )
    throw new StartError(line.startsWith(tool) ? line : `${tool}: ${line}`)
  }
}

/** Removes the password from a URL, before the host or in the query, and returns it. Throws StartError. */
function takePassword(url: URL): string {
  const password = url.searchParams.get('password') ?? decodePassword(url.password)
  url.password = ''
  // URLSearchParams would write a space as +, which libpq does not read.
  const parameters = url.search.slice(1).split('&')
  url.search = parameters.filter((parameter) => !parameter.startsWith('password=')).join('&')
  return password
}

function decodePassword(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    throw new StartError('The password in DATABASE_URL has a wrong escape: write a percent sign as %25')
  }
}
