import type { Enquiry } from '#app/contact/enquiry.ts'
import { plainText } from '#app/content/plain-text.ts'
import type { Settings } from '#app/content/types.ts'
import {
  SAME_SUBMISSION_MS,
  sha256,
  type Visitor,
  type Wording,
  wordingHash,
} from '#app/host/evidence.server.ts'
import { openKept } from '#app/kept-database.server.ts'
import type { Log } from '#app/log.ts'

/** The two boxes of the form and the words beside them, each version named by its hash. */
export type OfferedConsents = { [Field in ConsentField]: { text: string; hash: string } }
export type ConsentField = 'smsConsent' | 'marketingConsent'

export type Consents = ReturnType<typeof openConsents>

/** The consents of drafts: nobody can agree to them, so they are not kept. */
export const draftedConsents = (settings: Settings): OfferedConsents | null =>
  worded(settings, (text) => ({ text, hash: wordingHash(text) }))

function worded(
  settings: Settings,
  version: (text: string) => { text: string; hash: string },
): OfferedConsents | null {
  const sms = plainText(settings.consents?.sms, settings)
  const marketing = plainText(settings.consents?.marketing, settings)
  if (!sms || !marketing) return null
  return { smsConsent: version(sms), marketingConsent: version(marketing) }
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS wording (hash TEXT PRIMARY KEY, text TEXT NOT NULL, first_shown TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS record (id INTEGER PRIMARY KEY, at TEXT NOT NULL, evidence TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS recorded (submission TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TRIGGER IF NOT EXISTS record_stays BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
  CREATE TRIGGER IF NOT EXISTS record_remains BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;`

/**
 * The wording that visitors were shown, kept by its hash so that a form that was loaded before an edit can still be
 * answered; and, where `<host>` is not ours to keep evidence, an append-only record of each enquiry. In `DATA_DIR`.
 */
export function openConsents(dataDir: string, log: Log) {
  const db = openKept(dataDir, 'consents.sqlite', TABLES)
  const known = new Map<string, string>()
  for (const row of db.prepare('SELECT hash, text FROM wording').all() as { hash: string; text: string }[])
    known.set(row.hash, row.text)
  const keep = db.prepare('INSERT OR IGNORE INTO wording (hash, text, first_shown) VALUES (?, ?, ?)')
  const append = db.prepare('INSERT INTO record (at, evidence, hash) VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM recorded WHERE abs(at - ?) >= ?')
  const first = db.prepare('INSERT INTO recorded (submission, at) VALUES (?, ?) ON CONFLICT DO NOTHING')

  /** Those that a full disk had no room for. They are known until the process ends, and tried again each time. */
  const unkept = new Set<string>()

  function remember(text: string) {
    const hash = wordingHash(text)
    if (!known.has(hash) || unkept.has(hash))
      try {
        keep.run(hash, text, new Date().toISOString())
        unkept.delete(hash)
      } catch (error) {
        if (!unkept.has(hash))
          log('error', 'contact: a wording could not be kept', { hash, error: String(error) })
        unkept.add(hash)
      }
    known.set(hash, text)
    return { text, hash }
  }

  return {
    /** The consents that a form shows now. Null where an editor has not worded them: the boxes are then left out. */
    offered: (settings: Settings): OfferedConsents | null => worded(settings, remember),

    /** The wording of a hash that a form posted; undefined for one that was never shown. */
    wording(field: ConsentField, hash: string): Wording | undefined {
      const text = known.get(hash)
      return text === undefined ? undefined : { field, hash, text }
    },

    /**
     * Keeps an enquiry's consents as evidence, with a hash over the whole; once, however often the visitor sends the same
     * `submission` because the answer does not come.
     */
    record(enquiry: Enquiry, visitor: Visitor, wordings: Wording[], submission: string): void {
      const now = Date.now()
      const at = new Date(now).toISOString()
      const evidence = JSON.stringify({ at, enquiry, visitor, wordings })
      db.exec('BEGIN IMMEDIATE')
      try {
        forget.run(now, SAME_SUBMISSION_MS)
        if (first.run(submission, now).changes > 0) append.run(at, evidence, sha256(evidence))
        db.exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },

    close: () => db.close(),
  }
}
