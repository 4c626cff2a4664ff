import { createReadStream, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { chmod, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { SanityClient } from '@sanity/client'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import { withStaging } from '../../app/staging.server.ts'

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

/** Exporter and importer leave behind what they unpack (drafts, too) where they fail. */
const withOwnTemporary = <T>(prefix: string, use: (folder: string) => Promise<T>): Promise<T> =>
  withStaging(prefix, async (folder) => {
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

/** Windows’ programs mark a text’s beginning with three bytes, which are no JSON. */
async function* withoutMark(chunks: AsyncIterable<Buffer>) {
  let isFirst = true
  for await (const chunk of chunks) {
    yield isFirst && chunk.toString('hex', 0, 3) === 'efbbbf' ? chunk.subarray(3) : chunk
    isFirst = false
  }
}

/**
 * Reads what exportContent (or `sanity dataset export`) wrote: a .tar.gz, an .ndjson, or a folder of both.
 * Documents and releases of the same id are replaced, others stay. Nothing is imported from a file that can't be read.
 * Pictures and files that can't be had are named in `missing`, and the rest is there; the same import again completes it.
 */
export async function importContent(
  client: SanityClient,
  file: string,
): Promise<{ numDocs: number; missing: string[] }> {
  const isFolder = (await stat(file)).isDirectory()
  const { numDocs, warnings } = await withOwnTemporary(join(tmpdir(), 'keyturn-import-'), () =>
    sanityImport(isFolder ? file : Readable.from(withoutMark(createReadStream(file))), {
      ...importOptions(client),
      assetsBase: isFolder ? file : dirname(file),
      allowFailingAssets: true,
    }),
  )
  const urls = warnings.map(({ message }) => message.slice(message.indexOf(': ') + 2))
  const missing = urls.map((url) => (url.startsWith('file:') ? basename(fileURLToPath(url)) : url))
  return { numDocs, missing }
}
