import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, readFile, rename, rm } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Document } from './documents/document-ids.ts'
import { StartError } from './errors.ts'
import { ASSETS, type Snapshot } from './snapshots.ts'
import type { Sources } from './sources.ts'
import { openReplica } from './store/replica.ts'
import type { Transaction } from './store/store.ts'
import { DATABASE } from './store/store-file.ts'

type Target = { projectId: string; dataset: string }
/** Starts the lake that imports the file. */
type Start = (
  options: Target & Sources & { port: 0; streamPorts: 0; assetBase: string },
) => Promise<{ url: string; token: string; snapshot(): Promise<Snapshot>; close(): Promise<void> }>

/** Stands for the time of the start in the cached documents. */
const IMPORT_TIME = new Date(0).toISOString()
// Asset URLs get the lake's origin when they are read.
const ASSET_BASE = 'http://localhost:3333'

/** Reads a seed from the cache; the first time, imports it into a lake of its own. Throws StartError for an invalid file. */
export async function openSeed(file: string, target: Target, start: Start) {
  const { dataset } = target
  const hash = sha256(
    await readFile(file).catch(({ code }) => {
      throw new StartError(`The seed ${file} can’t be read (${code})`)
    }),
  )
  const { version } = JSON.parse(await readFile(findPackageJSON(import.meta.url)!, 'utf8'))
  const key = sha256(JSON.stringify([hash, version, target]))
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'content-lake')
  const folder = join(cache, key)
  const documents = documentsIn(folder, dataset) ?? (await build(folder, file, target, start))
  return {
    assets: join(folder, ASSETS),
    /** Creates all documents at once, so that two starts have the same history. */
    transaction(now: Date): Transaction {
      const [id, timestamp] = [`seed-${hash.slice(0, 16)}`, now.toISOString()]
      const timeOf = (time: string) => (time === IMPORT_TIME ? timestamp : time)
      const changes = documents.map((doc) => {
        const [_createdAt, _updatedAt] = [timeOf(doc._createdAt), timeOf(doc._updatedAt)]
        const after = { ...doc, _rev: id, _createdAt, _updatedAt }
        return { id: doc._id, before: null, after, mutations: [{ create: after }] }
      })
      return { id, timestamp, author: 'system', changes }
    },
  }
}

/** Imports the file into the cache, and returns its documents. */
async function build(folder: string, file: string, target: Target, start: Start): Promise<Document[]> {
  const part = `${folder}.${randomUUID()}.part`
  try {
    await importInto(part, file, target, start)
    if (existsSync(folder) && !documentsIn(folder, target.dataset)) await rm(folder, { recursive: true })
    await rename(part, folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    const [reason] = (error as Error).message.split('\n')
    // Another process may have been faster.
    if (!documentsIn(folder, target.dataset))
      throw new StartError(`The seed ${file} can’t be imported: ${reason}`)
  }
  return documentsIn(folder, target.dataset)!
}

/** Imports the file, and copies the lake's snapshot. */
async function importInto(folder: string, file: string, target: Target, start: Start) {
  // Only the first start needs these modules.
  const { createClient } = await import('@sanity/client')
  const { sanityImport } = await import('@sanity/import')
  let ids = 0
  const lake = await start({
    port: 0,
    streamPorts: 0,
    ...target,
    assetBase: ASSET_BASE,
    now: () => new Date(IMPORT_TIME),
    randomId: () => `seed-${++ids}`,
  })
  try {
    const client = createClient({
      ...target,
      token: lake.token,
      apiHost: lake.url,
      apiVersion: '2025-02-19',
      useProjectHostname: false,
      useCdn: false,
    })
    await sanityImport(createReadStream(file), {
      client,
      operation: 'createOrReplace',
      releasesOperation: 'replace',
      // The other datasets are not here.
      skipCrossDatasetReferences: true,
      // The importer finds existing files over https only.
      replaceAssets: true,
      // In order, for the same upload ids each time.
      assetConcurrency: 1,
    })
    await cp((await lake.snapshot()).folder, folder, { recursive: true })
  } finally {
    await lake.close()
  }
}

/** The documents of a cached import; undefined if it is missing or damaged. */
function documentsIn(folder: string, dataset: string): Document[] | undefined {
  try {
    const replica = openReplica(join(folder, DATABASE))
    try {
      return replica.load(dataset).documents
    } finally {
      replica.close()
    }
  } catch {
    return undefined
  }
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
