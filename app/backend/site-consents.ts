import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ConsentRecord, emailKey, ownedBy, phoneKey, type Whose } from '#app/backend/consents.ts'
import type { Enquiry } from '#app/host/client.server.ts'
import { sha256, type Visitor, type Wording } from '#app/platform/evidence.server.ts'

type Kept = { at: string; enquiry: Enquiry; visitor: Visitor; wordings: Wording[] }
type Row = { id: number; evidence: string; hash: string }

const fileIn = (dataDir: string): string => join(dataDir, 'consents.sqlite')

/** Whether a site has run on that folder. */
export const siteKeepsConsents = (dataDir: string): boolean => existsSync(fileIn(dataDir))

/**
 * What the site itself has kept of one person while `HOST_URL` named another host (app/contact/consents.server.ts), oldest
 * first. Each record has a hash of its own and is in no chain. Throws where one is not what was written.
 */
export function findSiteConsents(dataDir: string, by: Whose): ConsentRecord[] {
  if (!siteKeepsConsents(dataDir)) return []
  const isTheirs = ownedBy(by)
  const file = fileIn(dataDir)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = db.prepare('SELECT id, evidence, hash FROM record ORDER BY id').all() as Row[]
    return rows.flatMap((row) => {
      // Whoever's it is: what was changed may be the number that is looked for.
      if (sha256(row.evidence) !== row.hash)
        throw new Error(`Record ${row.id} of ${file} was changed: its hash does not fit.`)
      const kept = JSON.parse(row.evidence) as Kept
      return isTheirs(kept.enquiry) ? [toRecord(row, kept)] : []
    })
  } finally {
    db.close()
  }
}

function toRecord({ id, hash }: Row, { at, enquiry, visitor, wordings }: Kept): ConsentRecord {
  return {
    ...enquiry,
    sequence: id,
    enquiryId: '',
    recordedAt: at,
    smsConsent: Number(enquiry.smsConsent),
    marketingConsent: Number(enquiry.marketingConsent),
    wordings: JSON.stringify(wordings.map(({ field, hash }) => ({ field, hash }))),
    page: visitor.page ?? null,
    address: visitor.address ?? null,
    userAgent: visitor.userAgent ?? null,
    campaign: visitor.campaign ? JSON.stringify(visitor.campaign) : null,
    signedAt: at,
    requestId: '',
    previousHash: '',
    hash,
    emailKey: emailKey(enquiry.email),
    phoneKey: phoneKey(enquiry.phone),
    texts: wordings.map(({ field, hash, text }) => ({ field, hash, text: text ?? null })),
  }
}
