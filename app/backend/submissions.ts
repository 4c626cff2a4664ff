import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from '#app/backend/http-error.ts'
import type { Database, Writes } from '#app/backend/schema.ts'
import { SAME_SUBMISSION_MS, SUBMISSION_HEADER } from '#app/platform/evidence.server.ts'

/** The name that a caller gives what it sends; undefined where it gives none. Throws HttpError 400. */
export function submissionOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[SUBMISSION_HEADER]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key))
    throw new HttpError(400, 'Idempotency-Key must be 8 to 128 visible ASCII characters')
  return key
}

/**
 * In the transaction that stores a submission: false where one of this name was stored within ten minutes. Whoever comes
 * second waits for the first one's commit, on PostgreSQL in another process too, and is the first where that one failed.
 */
export async function isFirst(tx: Writes, call: string, submission: string | undefined): Promise<boolean> {
  if (submission === undefined) return true
  const at = Date.now()
  const taken = await tx
    .insertInto('submissions')
    .values({ key: `${call} ${submission}`, at })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ at })
        // One that lies ahead is from before the clock was set back.
        .where((row) =>
          row.or([
            row('submissions.at', '<=', at - SAME_SUBMISSION_MS),
            row('submissions.at', '>=', at + SAME_SUBMISSION_MS),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

/** Removes the names that no longer count. */
export async function forgetSubmissions(db: Database, at: number): Promise<void> {
  await db
    .deleteFrom('submissions')
    .where((row) =>
      row.or([row('at', '<=', at - SAME_SUBMISSION_MS), row('at', '>=', at + SAME_SUBMISSION_MS)]),
    )
    .execute()
}
