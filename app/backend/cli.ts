// What the staff asks the host’s database from the command line: npm run host:consents, host:person, host:reviews.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chainVerdict, evidenceText } from '#app/backend/consent-evidence.ts'
import { type ChainCheck, checkChain, findConsents } from '#app/backend/consents.ts'
import { NoHostError, openDatabase } from '#app/backend/database.ts'
import { readHostEnv } from '#app/backend/env.ts'
import { log } from '#app/backend/log.ts'
import { erasePerson, findPerson, type Kept } from '#app/backend/person.ts'
import { MAIL_FOLDER } from '#app/backend/retention.ts'
import { deleteReview, listAllReviews, removeSamples, setHidden } from '#app/backend/reviews.ts'
import type { Database } from '#app/backend/schema.ts'
import { findSiteConsents, siteKeepsConsents } from '#app/backend/site-consents.ts'
import { findSitePurchases } from '#app/backend/site-purchases.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'

const USAGE = `Use:
  npm run host:consents -- --phone NUMBER [--json]   the consent records of a telephone number
  npm run host:consents -- --email ADDRESS [--json]  … of an e-mail address
  npm run host:consents -- --verify                  recomputes the hash of every record
  npm run host:person -- --email ADDRESS             all that is kept of one person (or --phone NUMBER), as JSON
  npm run host:person -- --email ADDRESS --erase     removes their enquiries, and mails of these, for good
  npm run host:reviews -- list                       all reviews, hidden ones and those that wait for approval too
  npm run host:reviews -- hide ID | show ID          takes a review off the site; puts it back, or approves it
  npm run host:reviews -- delete ID                  removes a review for good
  npm run host:reviews -- remove-samples             removes the eight samples for good`

/** Returns what to print and whether it is what was asked for. */
type Outcome = { ok: boolean; text: string }

const print = (text: string): Outcome => ({ ok: true, text })
const complain = (text: string): Outcome => ({ ok: false, text })

/** `db`: undefined beside another host where none has run here, and the site alone keeps consents. */
async function consents(db: Database | undefined, args: string[], dataDir: string): Promise<Outcome> {
  const { values } = parseArgs({
    args,
    options: {
      phone: { type: 'string' },
      email: { type: 'string' },
      json: { type: 'boolean' },
      verify: { type: 'boolean' },
    },
  })
  const by = values.phone ? { phone: values.phone } : values.email ? { email: values.email } : undefined
  if (!by && !values.verify) return complain(USAGE)
  const chain: ChainCheck = db ? await checkChain(db) : { records: 0, brokenAt: null }
  const verdict = chainVerdict(chain)
  if (!by) return { ok: chain.brokenAt === null, text: verdict }
  const records = db ? await findConsents(db, by) : []
  const kept = findSiteConsents(dataDir, by)
  if (records.length + kept.length === 0) return complain(`No record of ${values.phone ?? values.email}.`)
  if (values.json) return print(JSON.stringify({ records, chain, keptBySite: kept }, null, 2))
  const parts = [
    ...kept.map((record) => `Kept by the site, while HOST_URL named another host:\n${evidenceText(record)}`),
    ...records.map(evidenceText),
    ...(records.length > 0 ? [verdict] : []),
  ]
  return print(parts.join('\n\n'))
}

async function person(db: Database | undefined, args: string[], dataDir: string): Promise<Outcome> {
  const { values } = parseArgs({
    args,
    options: { phone: { type: 'string' }, email: { type: 'string' }, erase: { type: 'boolean' } },
  })
  const whose = values.phone ? { phone: values.phone } : values.email ? { email: values.email } : undefined
  // By one at a time: of two it would be said that all was erased, where one was not looked for.
  if (!whose || (values.phone && values.email)) return complain(USAGE)
  const consentsKeptBySite = findSiteConsents(dataDir, whose)
  const purchasesKeptBySite = findSitePurchases(dataDir, whose)
  const none: Kept = { enquiries: [], purchases: [], consents: [], paidUnrecorded: [] }
  if (!values.erase) {
    const kept = db ? await findPerson(db, whose) : none
    return print(JSON.stringify({ ...kept, consentsKeptBySite, purchasesKeptBySite }, null, 2))
  }
  const gone = db ? await erasePerson(db, whose, join(dataDir, MAIL_FOLDER)) : { enquiries: 0, mails: 0 }
  const { purchases, consents, paidUnrecorded } = db ? await findPerson(db, whose) : none
  const orders = new Set([
    ...[...purchases, ...paidUnrecorded].map(({ paypalOrderId }) => paypalOrderId),
    ...purchasesKeptBySite.map(({ orderID }) => orderID),
  ])
  return print(
    `Removed: ${gone.enquiries} enquiries, ${gone.mails} mails. Kept: ${consents.length + consentsKeptBySite.length} records of consent (evidence), ${orders.size} purchases (bookkeeping).`,
  )
}

async function reviews(db: Database, args: string[]): Promise<Outcome> {
  const [action, id] = args
  if (action === 'list') {
    const rows = await listAllReviews(db)
    const lines = rows.map((row) => {
      const state = `${row.hiddenAt ? 'hidden ' : row.pending ? 'pending' : 'shown  '}${row.sample ? ' sample' : ''}`
      const words = row.reviewDescription.replace(/\s+/g, ' ').slice(0, 60)
      const name = `${row.firstName} ${row.lastName}`
      return escapeControlCharacters(
        `${row.id}  ${row.date.slice(0, 10)}  ${row.rating}/5  ${state}  ${name}: ${words}`,
      )
    })
    return print(lines.join('\n') || 'There are no reviews.')
  }
  if ((action === 'hide' || action === 'show') && id) {
    if ((await setHidden(db, [id], action === 'hide')) === 0) return complain(`There is no review ${id}.`)
    return print(`Review ${id} is ${action === 'hide' ? 'hidden' : 'shown'}.`)
  }
  if (action === 'delete' && id) {
    if (!(await deleteReview(db, id))) return complain(`There is no review ${id}.`)
    return print(`Review ${id} is removed.`)
  }
  if (action === 'remove-samples') return print(`${await removeSamples(db)} samples removed.`)
  return complain(USAGE)
}

async function main(): Promise<Outcome> {
  const [command, ...args] = process.argv.slice(2)
  if (command !== 'consents' && command !== 'person' && command !== 'reviews') return complain(USAGE)
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, HOST_URL: another } = readHostEnv(process.env)
  const db = await openDatabase({ dataDir, databaseUrl, log, mustExist: true }).catch((error) => {
    if (error instanceof NoHostError && command !== 'reviews' && another && siteKeepsConsents(dataDir))
      return undefined
    throw error
  })
  try {
    if (command === 'reviews') return await reviews(db!, args)
    return await (command === 'person' ? person : consents)(db, args, dataDir)
  } finally {
    await db?.destroy()
  }
}

const { ok, text } = await main().catch((error: Error) => complain(error.message))
;(ok ? process.stdout : process.stderr).write(`${text}\n`)
process.exitCode = ok ? 0 : 1
