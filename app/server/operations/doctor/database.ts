import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openPool } from '#app/platform/postgres.server.ts'
import { reasonOf } from '#app/server/operations/doctor/ask.ts'
import { type Finding, missing, ok, type Setup, wrong } from '#app/server/operations/doctor/finding.ts'

const TIMEOUT_MS = 8_000
/** The oldest version with security updates. */
const MIN_VERSION = 14

const QUERY = `select current_setting('server_encoding') as encoding,
  current_setting('server_version_num')::int / 10000 as version,
  current_setting('transaction_read_only') = 'on' as "readOnly",
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`
type Row = { encoding: string; version: number; readOnly: boolean; mayCreate: boolean }

/** Connects to PostgreSQL. Checks encoding, version, rights and the tool that backups need. */
export async function checkDatabase({ backend }: Setup): Promise<Finding[]> {
  if (!backend) return []
  if (!backend.DATABASE_URL) return [ok('database: SQLite in DATA_DIR')]
  const options = { max: 1, connectionTimeoutMillis: TIMEOUT_MS, statement_timeout: TIMEOUT_MS }
  const pool = await openPool(backend.DATABASE_URL, () => {}, options)
  try {
    const row = (await pool.query<Row>(QUERY)).rows[0]!
    const { encoding, version, readOnly, mayCreate } = row
    if (encoding !== 'UTF8')
      return [
        wrong(`database: its encoding is ${encoding}. Create one with “encoding 'UTF8' template template0”`),
      ]
    if (version < MIN_VERSION)
      return [wrong(`database: PostgreSQL ${version} has no updates any more. Use ${MIN_VERSION} or newer`)]
    if (readOnly) return [wrong('database: it is read-only. Set DATABASE_URL to the primary server')]
    if (!mayCreate)
      return [
        wrong('database: its user may not create tables. Run: grant create on schema public to the user'),
      ]
    return [ok(`database: PostgreSQL ${version}`), await checkDump(version)]
  } catch (error) {
    return [
      wrong(`database: DATABASE_URL can’t be used (${reasonOf(error)}). Correct it, or start the server`),
    ]
  } finally {
    await pool.end()
  }
}

async function checkDump(server: number): Promise<Finding> {
  const { stdout } = await promisify(execFile)('pg_dump', ['--version']).catch(() => ({ stdout: '' }))
  const [, version] = /(\d+)/.exec(stdout) ?? []
  if (!version) return missing('backup of PostgreSQL: no pg_dump here. Install Debian’s postgresql-client')
  return Number(version) >= server
    ? ok(`backup of PostgreSQL: pg_dump ${version}`)
    : wrong(
        `backup of PostgreSQL: pg_dump ${version} is older than the server. Install postgresql-client-${server}`,
      )
}
