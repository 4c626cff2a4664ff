// Reads the site's own files in DATA_DIR for npm run host:consents and host:person.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ConsentRecord, keysOf, ownedBy, type Person } from '#app/backend/enquiries/consents.ts'
import { sha256, type Visitor, type Wording } from '#app/platform/evidence.server.ts'

const CONSENTS_FILE = 'consents.sqlite'

/** Whether a site has used the folder. */
export const hasSiteConsents = (dataDir: string): boolean => existsSync(join(dataDir, CONSENTS_FILE))

function readSite<Row>(dataDir: string, name: string, query: string): Row[] {
  const file = join(dataDir, name)
  if (!existsSync(file)) return []
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(query).all() as Row[]
  } finally {
    db.close()
  }
}

type ConsentEvidence = {
  at: string
  enquiry: Pick<ConsentRecord, 'firstName' | 'lastName' | 'email' | 'phone'> & {
    smsConsent: boolean
    marketingConsent: boolean
  }
  visitor: Visitor
  wordings: Wording[]
}

/** Finds the consents of a person that the site stored, oldest first. Throws if any record was changed. */
export function findSiteConsents(dataDir: string, person: Person): ConsentRecord[] {
  const isTheirs = ownedBy(person)
  type Row = { id: number; evidence: string; hash: string }
  const rows = readSite<Row>(dataDir, CONSENTS_FILE, 'SELECT id, evidence, hash FROM record ORDER BY id')
  return rows.flatMap(({ id, evidence, hash }) => {
    if (sha256(evidence) !== hash)
      throw new Error(`Record ${id} of ${join(dataDir, CONSENTS_FILE)} was changed: its hash does not fit.`)
    const { at, enquiry, visitor, wordings } = JSON.parse(evidence) as ConsentEvidence
    if (!isTheirs(enquiry)) return []
    const record: ConsentRecord = {
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
      ...keysOf(enquiry),
      texts: wordings.map(({ field, hash, text }) => ({ field, hash, text: text ?? null })),
    }
    return [record]
  })
}

/** `became`: the site's state of the purchase. The other fields are call 6's. */
type SitePurchase = { orderID: string; userEmail: string; phone: string; begunAt: string; became: string }

/** A person's purchases that the site stored (app/checkout/purchases.server.ts), oldest first. */
export function findSitePurchases(dataDir: string, person: Person): SitePurchase[] {
  const isTheirs = ownedBy(person)
  type Row = { begunAt: string; became: string; purchase: string }
  const query = 'SELECT begun_at AS begunAt, state AS became, purchase FROM purchase ORDER BY begun_at'
  return readSite<Row>(dataDir, 'purchases.sqlite', query)
    .map(({ purchase, ...row }): SitePurchase => ({ ...JSON.parse(purchase), ...row }))
    .filter(({ userEmail: email, phone }) => isTheirs({ email, phone }))
}
