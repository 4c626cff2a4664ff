import { globSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
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
/** Excludes the lake's system documents. */
const CONTENT = '!(_id in path("_.**"))'

/** Reads the starting content, in Sanity's import format (`_sanityAsset` names an image's file). */
export function readSeed(): SeedDocument[] {
  return readdirSync(SEED_FOLDER)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .flatMap((name) => readFileSync(join(SEED_FOLDER, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as SeedDocument)
}

// The importer finds existing images only over https, so it uploads each again.
const importOptions = (client: SanityClient) =>
  ({
    client,
    operation: 'createOrReplace',
    releasesOperation: 'replace',
    replaceAssets: true,
    assetsBase: SEED_FOLDER,
  }) as const

/** Imports the starting content; replaces documents of the same id. Resolves to the number of documents. */
export async function seedContent(client: SanityClient): Promise<number> {
  const { numDocs } = await sanityImport(readSeed(), importOptions(client))
  return numDocs
}

/** Imports the starting content, then deletes everything else, including drafts and releases. */
export async function resetDataset(client: SanityClient): Promise<number> {
  const numDocs = await seedContent(client)
  const seeded = readSeed().map(({ _id }) => _id)
  await deleteReleases(client) // a scheduled release locks its versions
  const others = await client.fetch<string[]>(
    `*[${CONTENT} && !(_id in $seeded) && !(_type in ["sanity.imageAsset", "sanity.fileAsset"])]._id`,
    { seeded },
    { perspective: 'raw' },
  )
  // One transaction, because they may refer to each other. By id, because a delete by query is limited to 10,000.
  await client.mutate(others.map((id) => ({ delete: { id } })))
  return numDocs
}

/** Deletes all releases and their versions. Only an archived or published release can be deleted. */
async function deleteReleases(client: SanityClient) {
  const releases = await client.fetch<{ name: string; state: string }[]>('releases::all(){ name, state }')
  for (const { name: releaseId, state } of releases) {
    if (state === 'scheduled') await client.releases.unschedule({ releaseId })
    if (state === 'scheduled' || state === 'active') await client.releases.archive({ releaseId })
    await client.releases.delete({ releaseId })
  }
}

export const countDocuments = (client: SanityClient): Promise<number> =>
  client.fetch(`count(*[${CONTENT} && !(_type match "sanity.*")])`, {}, { perspective: 'raw' })

/** Writes all documents and files as `sanity dataset export` does (.tar.gz). Throws without documents: DATA_DIR may be mistyped. */
export async function exportContent(client: SanityClient, file: string): Promise<number> {
  if ((await countDocuments(client)) === 0) throw new Error('There is no content to write.')
  const target = resolve(file)
  return withTemporaryFolder(`${target}.part-`, async (folder) => {
    const outputPath = join(folder, 'content.tar.gz')
    const { dataset = 'production' } = client.config()
    const { documentCount } = await exportDataset({ client, dataset, outputPath } as never)
    await rename(outputPath, target)
    return documentCount
  })
}

/** A document of an import whose id belongs to a document of another type. */
export type TypeChange = { id: string; type: string; existingType: string }

type Imported = { numDocs: number; missing: string[]; skipped: TypeChange[] }

/**
 * Imports a .tar.gz of exportContent (or `sanity dataset export`), or an .ndjson. Replaces documents and releases of the same id,
 * but skips documents that would change a type, unless `replaceTypes`. `missing` names unreadable images and files.
 */
export const importContent = (
  client: SanityClient,
  file: string,
  { replaceTypes = false } = {},
): Promise<Imported> =>
  withTemporaryFolder(join(tmpdir(), 'keyturn-import-'), async (folder) => {
    const isText = file.endsWith('.ndjson')
    const data = isText ? file : await unpack(file, folder)
    const text = (await readFile(data, 'utf8')).replace(/^\uFEFF/, '') // removes a byte order mark
    const { included, skipped } = replaceTypes
      ? { included: text, skipped: [] }
      : await withoutTypeChanges(client, text)
    if (!isText) await writeFile(data, included)
    const { numDocs, warnings } = await sanityImport(
      isText ? Readable.from([Buffer.from(included)]) : dirname(data),
      {
        ...importOptions(client),
        assetsBase: dirname(data),
        allowFailingAssets: true,
      },
    )
    const urls = warnings.map(({ message }) => message.slice(message.indexOf(': ') + 2))
    const missing = urls.map((url) => (url.startsWith('file:') ? basename(fileURLToPath(url)) : url))
    return { numDocs, missing, skipped }
  })

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
  const skipped: TypeChange[] = []
  const included = text.split('\n').filter((line) => {
    const { _id, _type } = parseLine(line)
    if (typeof _id !== 'string' || typeof _type !== 'string') return true // the importer checks this
    const existingType = types.get(getPublishedId(_id)) ?? _type
    types.set(getPublishedId(_id), existingType)
    if (existingType !== _type) skipped.push({ id: _id, type: _type, existingType })
    return existingType === _type
  })
  return { included: included.join('\n'), skipped }
}

/** The importer itself reports invalid lines. */
function parseLine(line: string): { _id?: unknown; _type?: unknown } {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}
