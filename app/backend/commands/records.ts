// The staff's commands on the backend's database: npm run host:consents, host:person, host:reviews.
import { parseArgs } from 'node:util'
import { erasePerson, findPerson, type PersonalData } from '#app/backend/commands/person.ts'
import { findSiteConsents, findSitePurchases, hasSiteConsents } from '#app/backend/commands/site-records.ts'
import { NoHostError, openDatabase } from '#app/backend/database/database.ts'
import type { Database } from '#app/backend/database/schema.ts'
import { chainVerdict, evidenceText } from '#app/backend/enquiries/consent-evidence.ts'
import { type ChainCheck, checkChain, findConsents, type Person } from '#app/backend/enquiries/consents.ts'
import { readBackendEnv } from '#app/backend/env.ts'
import { log } from '#app/backend/log.ts'
import { deleteReview, listAllReviews, removeSamples, setHidden } from '#app/backend/reviews/reviews.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'

const USAGE = `Use:
  npm run host:consents -- --phone NUMBER [--json]   the consent records of a telephone number
  npm run host:consents -- --email ADDRESS [--json]  … of an e-mail address
  npm run host:consents -- --verify                  recomputes the hash of every record
  npm run host:person -- --email ADDRESS             all stored data of one person (or --phone NUMBER), as JSON
  npm run host:person -- --email ADDRESS --erase     permanently removes their enquiries and the mails about them
  npm run host:reviews -- list                       all reviews, hidden ones and those that wait for approval too
  npm run host:reviews -- hide ID | show ID          takes a review off the site; puts it back, or approves it
  npm run host:reviews -- delete ID                  permanently removes a review
  npm run host:reviews -- remove-samples             permanently removes the eight samples`

/** The text goes to stdout, or to stderr with exit code 1. */
type Outcome = { ok: boolean; text: string }
const ok = (text: string): Outcome => ({ ok: true, text })
const failed = (text: string): Outcome => ({ ok: false, text })

/** Undefined unless exactly one is given: a search by only one of two would look complete. */
const personOf = ({ phone, email }: { phone?: string; email?: string }): Person | undefined =>
  phone && email ? undefined : phone ? { phone } : email ? { email } : undefined

/** `db` is undefined if only a site with another backend has used the folder. */
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
  const person = personOf(values)
  if (!person && (!values.verify || values.phone || values.email)) return failed(USAGE)
  const chain: ChainCheck = db ? await checkChain(db) : { records: 0, brokenAt: null }
  if (chain.brokenAt !== null) process.exitCode = 1
  const verdict = chainVerdict(chain)
  if (!person) return { ok: chain.brokenAt === null, text: verdict }
  const records = db ? await findConsents(db, person) : []
  const siteRecords = findSiteConsents(dataDir, person)
  if (records.length + siteRecords.length === 0)
    return failed(`No record of ${values.phone ?? values.email}.`)
  if (values.json) return ok(JSON.stringify({ records, chain, keptBySite: siteRecords }, null, 2))
  const texts = [
    ...siteRecords.map(
      (record) => `Stored by the site while HOST_URL named another backend:\n${evidenceText(record)}`,
    ),
    ...records.map(evidenceText),
    ...(records.length > 0 ? [verdict] : []),
  ]
  return ok(texts.join('\n\n'))
}

async function person(db: Database | undefined, args: string[], dataDir: string): Promise<Outcome> {
  const { values } = parseArgs({
    args,
    options: { phone: { type: 'string' }, email: { type: 'string' }, erase: { type: 'boolean' } },
  })
  const subject = personOf(values)
  if (!subject) return failed(USAGE)
  const consentsKeptBySite = findSiteConsents(dataDir, subject)
  const purchasesKeptBySite = findSitePurchases(dataDir, subject)
  const erased = { enquiries: 0, mails: 0 }
  if (db && values.erase) Object.assign(erased, await erasePerson(db, subject, dataDir))
  const none: PersonalData = { enquiries: [], purchases: [], consents: [], paidUnrecorded: [] }
  const data = db ? await findPerson(db, subject) : none
  if (!values.erase) return ok(JSON.stringify({ ...data, consentsKeptBySite, purchasesKeptBySite }, null, 2))
  const orders = new Set([
    ...[...data.purchases, ...data.paidUnrecorded].map(({ paypalOrderId }) => paypalOrderId),
    ...purchasesKeptBySite.map(({ orderID }) => orderID),
  ])
  return ok(
    `Removed: ${erased.enquiries} enquiries, ${erased.mails} mails. Kept: ${data.consents.length + consentsKeptBySite.length} records of consent (evidence), ${orders.size} purchases (bookkeeping).`,
  )
}

async function reviews(db: Database, [action, id = '']: string[]): Promise<Outcome> {
  const result = (changed: boolean | number, done: string) =>
    changed ? ok(`Review ${id} is ${done}.`) : failed(`There is no review ${id}.`)
  if (action === 'list') {
    const lines = (await listAllReviews(db)).map((row) => {
      const state = `${row.hiddenAt ? 'hidden ' : row.pending ? 'pending' : 'shown  '}${row.sample ? ' sample' : ''}`
      const text = row.reviewDescription.replace(/\s+/g, ' ').slice(0, 60)
      const line = `${row.id}  ${row.date.slice(0, 10)}  ${row.rating}/5  ${state}  ${row.firstName} ${row.lastName}: ${text}`
      return escapeControlCharacters(line)
    })
    return ok(lines.join('\n') || 'There are no reviews.')
  }
  if (action === 'remove-samples') return ok(`${await removeSamples(db)} samples removed.`)
  if (action === 'hide' && id) return result(await setHidden(db, [id], true), 'hidden')
  if (action === 'show' && id) return result(await setHidden(db, [id], false), 'shown')
  if (action === 'delete' && id) return result(await deleteReview(db, id), 'removed')
  return failed(USAGE)
}

async function main(): Promise<Outcome> {
  const [command, ...args] = process.argv.slice(2)
  if (command !== 'consents' && command !== 'person' && command !== 'reviews') return failed(USAGE)
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, HOST_URL: otherBackend } = readBackendEnv(process.env)
  const db = await openDatabase({ dataDir, databaseUrl, log, mustExist: true }).catch((error) => {
    const siteOnly = error instanceof NoHostError && otherBackend && hasSiteConsents(dataDir)
    if (siteOnly && command !== 'reviews') return undefined
    throw error
  })
  try {
    if (command === 'reviews') return await reviews(db!, args)
    return await (command === 'person' ? person : consents)(db, args, dataDir)
  } finally {
    await db?.destroy()
  }
}

process.umask(0o077) // its files are private
const outcome = await main().catch((error: Error) => failed(error.message))
;(outcome.ok ? process.stdout : process.stderr).write(`${outcome.text}\n`)
if (!outcome.ok) process.exitCode = 1
