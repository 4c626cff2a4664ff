import { plainText } from '#app/content/plain-text.ts'
import type { Settings } from '#app/content/types.ts'
import type { Enquiry } from '#app/host/client.server.ts'
import { openSiteDatabase } from '#app/platform/database-file.server.ts'
import {
  SAME_SUBMISSION_MS,
  sha256,
  type Visitor,
  type Wording,
  wordingHash,
} from '#app/platform/evidence.server.ts'

export const CONSENT_FIELDS = ['smsConsent', 'marketingConsent'] as const
type ConsentField = (typeof CONSENT_FIELDS)[number]
/** The text beside each box, and its hash. */
export type OfferedConsents = Record<ConsentField, { text: string; hash: string }>

export type Consents = ReturnType<typeof openConsents>

/** Returns the wordings in force. Null unless an editor has written both. The form then has no boxes. */
export function offeredConsents(settings: Settings): OfferedConsents | null {
  const sms = plainText(settings.consents?.sms, settings)
  const marketing = plainText(settings.consents?.marketing, settings)
  if (!sms || !marketing) return null
  const withHash = (text: string) => ({ text, hash: wordingHash(text) })
  return { smsConsent: withHash(sms), marketingConsent: withHash(marketing) }
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS record (id INTEGER PRIMARY KEY, at TEXT NOT NULL, evidence TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS recorded (submission TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TRIGGER IF NOT EXISTS record_stays BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
  CREATE TRIGGER IF NOT EXISTS record_remains BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;`

/** Opens the site's append-only record of consents in `DATA_DIR`, used if another backend is `<host>`. */
export function openConsents(dataDir: string) {
  const db = openSiteDatabase(dataDir, 'consents.sqlite', TABLES)
  const append = db.prepare('INSERT INTO record (at, evidence, hash) VALUES (?, ?, ?)')
  const deleteExpired = db.prepare('DELETE FROM recorded WHERE abs(at - ?) >= ?')
  const addOnce = db.prepare('INSERT INTO recorded (submission, at) VALUES (?, ?) ON CONFLICT DO NOTHING')

  return {
    /** Stores an enquiry as evidence with its hash, once per `submission`. */
    record(enquiry: Enquiry, visitor: Visitor, wordings: Wording[], submission: string): void {
      const now = Date.now()
      const at = new Date(now).toISOString()
      const evidence = JSON.stringify({ at, enquiry, visitor, wordings })
      db.exec('BEGIN IMMEDIATE')
      try {
        deleteExpired.run(now, SAME_SUBMISSION_MS)
        if (addOnce.run(submission, now).changes > 0) append.run(at, evidence, sha256(evidence))
        db.exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },

    close: () => db.close(),
  }
}
