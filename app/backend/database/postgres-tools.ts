import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from '#app/backend/start-error.ts'

/** Writes a dump of the whole database, as it is at one moment, to a file. Throws StartError. */
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
    throw new StartError('No host has run on the database of DATABASE_URL: set it, as the start has it')
}

/** The database may belong to another role than the one that was dumped. */
const ANY_OWNER = ['--no-owner', '--no-privileges']

async function run(tool: 'pg_dump' | 'pg_restore', args: string[], databaseUrl?: string): Promise<string> {
  const url = databaseUrl ? new URL(databaseUrl) : undefined
  // Every account of the machine can read a command's arguments, but not its environment.
  const PGPASSWORD = url?.password ? decodeURIComponent(url.password) : process.env.PGPASSWORD
  if (url) url.password = ''
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
