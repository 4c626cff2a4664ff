import { existsSync, globSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { chmod, open, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { SanityClient } from '@sanity/client'
import { getPublishedId } from '@sanity/client/csm'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import { SINGLETONS } from '#studio/validation/document-kinds.ts'
import { tar } from '../../app/platform/tar.server.ts'
import { withTemporaryFolder } from '../../app/platform/temporary-folder.server.ts'

type SeedDocument = { _id: string; _type: string; [field: string]: unknown }

const SEED_FOLDER = import.meta.dirname
/** What belongs to the content: everything but the lake's own system documents. */
const CONTENT = '!(_id in path("_.**"))'

/** The starting content, in Sanity's import format (`_sanityAsset` names a picture's file). */
export function readSeed(): SeedDocument[] {
  return readdirSync(SEED_FOLDER)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .flatMap((name) => readFileSync(join(SEED_FOLDER, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as SeedDocument)
}

// The importer checks pictures that it already knows over https only, so each is put in place anew.
const importOptions = (client: SanityClient) =>
  ({
    client,
    operation: 'createOrReplace',
    releasesOperation: 'replace',
    replaceAssets: true,
    assetsBase: SEED_FOLDER,
  }) as const

/** Puts the starting content into a dataset; documents of the same id are replaced. Returns how many there are. */
export async function seedContent(client: SanityClient): Promise<number> {
  const { numDocs } = await sanityImport(readSeed(), importOptions(client))
  return numDocs
}

/** Starts the content over: the seed is put in place first, then everything else is removed, drafts and releases included. */
export async function resetDataset(client: SanityClient): Promise<number> {
  const numDocs = await seedContent(client)
  const seeded = readSeed().map(({ _id }) => _id)
  await client.delete({ query: '*[_type == "system.release"]' }) // what a scheduled one holds is closed to changes
  const others = await client.fetch<string[]>(
    `*[${CONTENT} && !(_id in $seeded) && !(_type in ["sanity.imageAsset", "sanity.fileAsset"])]._id`,
    { seeded },
    { perspective: 'raw' },
  )
  // All at once, for they may refer to each other, and each by its id, as a mutation's query takes 10,000 at most.
  await client.mutate(others.map((id) => ({ delete: { id } })))
  return numDocs
}

/** How many documents an editor would lose by starting over. */
export const countDocuments = (client: SanityClient): Promise<number> =>
  client.fetch(`count(*[${CONTENT} && !(_type match "sanity.*")])`, {}, { perspective: 'raw' })

/** An exporter that fails leaves its temporary files behind, drafts too. */
const withOwnTemporary = <T>(prefix: string, use: (folder: string) => Promise<T>): Promise<T> =>
  withTemporaryFolder(prefix, async (folder) => {
    const { TMPDIR } = process.env
    process.env.TMPDIR = folder
    try {
      return await use(folder)
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
  })

/**
 * Writes all documents and their files as `sanity dataset export` does: a .tar.gz of NDJSON, pictures and files. It is there
 * whole or not at all; an earlier one stays until then. Throws where there are no documents: a DATA_DIR that is mistyped must
 * not pass for an export.
 */
export async function exportContent(client: SanityClient, file: string): Promise<number> {
  if ((await countDocuments(client)) === 0) throw new Error('There is no content to write.')
  const target = existsSync(file) ? realpathSync(file) : resolve(file)
  const earlier = statSync(target, { throwIfNoEntry: false })
  if (earlier && !earlier.isFile()) throw new Error(`${file} is no file.`)
  return withOwnTemporary(`${target}.part-`, async (folder) => {
    const { dataset } = client.config()
    const whole = join(folder, 'whole')
    const { documentCount } = await exportDataset({
      client,
      dataset: dataset ?? 'production',
      outputPath: whole,
    } as Parameters<typeof exportDataset>[0])
    if (earlier) await chmod(whole, earlier.mode) // drafts stand in it: who may not read the one may not read the other
    await rename(whole, target)
    return documentCount
  })
}

/** A document of an import that would change the type of the one that has its id, or a fixed id. */
export type TypeChange = { id: string; type: string; instead: string }

type Imported = { numDocs: number; missing: string[]; leftOut: TypeChange[] }

/**
 * Reads what exportContent (or `sanity dataset export`) wrote: a .tar.gz, or an .ndjson. Documents and releases of the same id are
 * replaced, others stay. Documents that would change a type are left out, unless `replaceTypes`. Nothing is imported from a file
 * that can't be read. Pictures and files that can't be read are in `missing`; the same import again completes them.
 */
export const importContent = (
  client: SanityClient,
  file: string,
  { replaceTypes = false } = {},
): Promise<Imported> =>
  withTemporaryFolder(join(tmpdir(), 'keyturn-import-'), async (folder) => {
    const isText = /^\uFEFF?\s*\{/.test(await beginningOf(file))
    const data = isText ? file : await unpack(file, folder)
    const text = (await readFile(data, 'utf8')).replace(/^\uFEFF/, '') // some editors on Windows write this mark
    const { kept, leftOut } = replaceTypes
      ? { kept: text, leftOut: [] }
      : await withoutTypeChanges(client, text)
    if (!isText) await writeFile(data, kept)
    const { numDocs, warnings } = await sanityImport(
      isText ? Readable.from([Buffer.from(kept)]) : dirname(data),
      {
        ...importOptions(client),
        assetsBase: dirname(data),
        allowFailingAssets: true,
      },
    )
    const urls = warnings.map(({ message }) => message.slice(message.indexOf(': ') + 2))
    const missing = urls.map((url) => (url.startsWith('file:') ? basename(fileURLToPath(url)) : url))
    return { numDocs, missing, leftOut }
  })

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(100)).finally(() => handle.close())
  return buffer.toString('utf8', 0, bytesRead)
}

/** Unpacks an export and returns its .ndjson. */
async function unpack(file: string, folder: string): Promise<string> {
  await tar(['-xf', resolve(file), '-C', folder]).catch(({ message }) => {
    throw new Error(`${file} can’t be read: ${message}`)
  })
  const [data] = globSync('{*,*/*,*/*/*}.ndjson', { cwd: folder })
  if (!data) throw new Error(`${file} holds no .ndjson.`)
  return join(folder, data)
}

async function withoutTypeChanges(client: SanityClient, text: string) {
  const existing = await client.fetch<SeedDocument[]>(
    `*[${CONTENT}]{ _id, _type }`,
    {},
    { perspective: 'raw' },
  )
  const types = new Map([
    ...existing.map(({ _id, _type }) => [getPublishedId(_id), _type] as const),
    ...SINGLETONS.map((type) => [type, type] as const),
  ])
  const leftOut: TypeChange[] = []
  const kept = text.split('\n').filter((line) => {
    const { _id, _type } = documentIn(line)
    if (typeof _id !== 'string' || typeof _type !== 'string') return true // the importer checks this
    const instead = types.get(getPublishedId(_id)) ?? _type
    types.set(getPublishedId(_id), instead)
    if (instead !== _type) leftOut.push({ id: _id, type: _type, instead })
    return instead === _type
  })
  return { kept: kept.join('\n'), leftOut }
}

/** A line that is no document is left to the importer, which names it. */
function documentIn(line: string): { _id?: unknown; _type?: unknown } {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}
