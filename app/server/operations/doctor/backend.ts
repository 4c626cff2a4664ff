import { mailboxOf } from '#app/backend/env.ts'
import { checkSmtp } from '#app/backend/mail/mail.ts'
import { openPool } from '#app/platform/postgres.server.ts'
import {
  ask,
  type Check,
  missing,
  ok,
  reasonOf,
  TIMEOUT_MS,
  wrong,
} from '#app/server/operations/doctor/check.ts'

const QUERY = `select current_setting('server_encoding') as encoding, current_setting('server_version') as version`
type Row = { encoding: string; version: string }

/** Reads the reviews (call 2). With HOST_SECRET, a refusal of the unsigned call is right, too. */
export const checkBackend: Check = async ({ env: { embeddedHost, hostUrl }, isRunning }) => {
  if (embeddedHost && !isRunning) return missing('backend: it does not run')
  const { status } = await ask(`${hostUrl}/api/reviews`).catch(({ message }: Error) => ({ status: message }))
  return status === 200 || (status === 403 && embeddedHost)
    ? ok(`backend: ${hostUrl} answers`)
    : wrong(`backend: ${hostUrl}/api/reviews: ${status}. Start the backend, or correct HOST_URL`)
}

/** Connects to PostgreSQL. */
export const checkDatabase: Check = async ({ backend }) => {
  if (!backend) return []
  if (!backend.DATABASE_URL) return ok('database: SQLite in DATA_DIR')
  const options = { max: 1, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }
  const pool = await openPool(backend.DATABASE_URL, () => {}, options)
  try {
    const { encoding, version } = (await pool.query<Row>(QUERY)).rows[0]!
    return encoding === 'UTF8'
      ? ok(`database: PostgreSQL ${version}`)
      : wrong(`database: its encoding is ${encoding}. Create one “encoding 'UTF8' template template0”`)
  } catch (error) {
    return wrong(`database: ${reasonOf(error)}. Correct DATABASE_URL, or start the server`)
  } finally {
    await pool.end()
  }
}

/** Logs in to the mail server. Whether it accepts the sender shows only with a mail. */
export const checkMail: Check = async ({ backend }) => {
  if (!backend) return []
  if (!backend.SMTP_URL) return missing('mail: no SMTP_URL, so mails are files in DATA_DIR/mail')
  const { from, to } = mailboxOf(backend)
  return checkSmtp(backend.SMTP_URL, TIMEOUT_MS).then(
    () => ok(`mail: SMTP_URL accepts the login. Send an enquiry: it goes from ${from} to ${to.join(', ')}`),
    (error: Error) => wrong(`mail: ${error.message}. Correct SMTP_URL, or start the server`),
  )
}
