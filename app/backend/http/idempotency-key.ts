import type { IncomingHttpHeaders } from 'node:http'
import { type SqlBool, sql } from 'kysely'
import type { Database, Writes } from '#app/backend/database/schema.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { SAME_SUBMISSION_MS, SUBMISSION_HEADER } from '#app/platform/evidence.server.ts'

/** The Idempotency-Key of a request; undefined where it has none. Throws HttpError 400. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[SUBMISSION_HEADER]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key))
    throw new HttpError(400, 'Idempotency-Key must be 8 to 128 visible ASCII characters')
  return key
}

/** A key in the future is from before the clock was set back. */
const isExpired = (at: number) => sql<SqlBool>`abs(submissions.at - ${at}) >= ${SAME_SUBMISSION_MS}`

/** Claims a key in the submission's transaction. Resolves to false if it was claimed within the last ten minutes. */
export async function claimKey(tx: Writes, call: string, submission: string | undefined): Promise<boolean> {
  if (submission === undefined) return true
  const at = Date.now()
  const claimed = await tx
    .insertInto('submissions')
    .values({ key: `${call} ${submission}`, at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ at }).where(isExpired(at)))
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Deletes the expired keys. */
export async function deleteExpiredKeys(db: Database, at: number): Promise<void> {
  await db.deleteFrom('submissions').where(isExpired(at)).execute()
}
