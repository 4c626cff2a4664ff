// npm run seed | content:export | content:import, against the local lake, whether it runs or not.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createClient, type SanityClient } from '@sanity/client'
import { editorToken } from '#studio/lake/access.ts'
import { type LakeEnv, readEnv } from '#studio/lake/env.ts'
import { startLake } from '#studio/lake/lake.ts'
import { DATABASE } from '#studio/lake/store-file.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import {
  countDocuments,
  exportContent,
  importContent,
  resetDataset,
  seedContent,
  type TypeChange,
} from '#studio/seed/content.ts'
import { assertNoUnfinishedRestore } from '../../app/platform/database-file.server.ts'

const USAGE = `Usage:
  npm run seed                         put the starting content in place where there is none
  npm run seed -- --reset [--yes]      start over: everything that was edited is lost
  npm run content:export -- FILE       write all content and pictures to FILE (.tar.gz)
  npm run content:import -- FILE       read such a file (or .ndjson); documents of the same id are replaced,
                                       those of another type only with --replace-types`

/** Where no lake runs, the connection is refused at once; one that is busy answers late, and is not to be taken for none. */
const PING_PATIENCE_MS = 30_000

class Mistake extends Error {}

async function run(
  client: SanityClient,
  command: string,
  file: string | undefined,
  options: { reset?: boolean; yes?: boolean; 'replace-types'?: boolean },
) {
  switch (command) {
    case 'seed': {
      const existing = await countDocuments(client)
      if (!options.reset) {
        if (existing > 0)
          return `Nothing to do: there are ${existing} documents. To start over: npm run seed -- --reset`
        return `Seeded ${await seedContent(client)} documents.`
      }
      if (existing > 0 && !options.yes && !(await confirmed(existing)))
        throw new Mistake('Nothing was changed.')
      return `Started over with ${await resetDataset(client)} documents.`
    }
    case 'export':
      return `Wrote ${await exportContent(client, given(file))} documents and their pictures to ${file}.`
    case 'import': {
      if (!existsSync(given(file))) throw new Mistake(`There is no file ${file}.`)
      const { numDocs, missing, leftOut } = await importContent(client, given(file), {
        replaceTypes: options['replace-types'] ?? false,
      })
      const done = `Imported ${numDocs} ${numDocs === 1 ? 'document' : 'documents'} from ${file}.`
      if (missing.length + leftOut.length === 0) return done
      throw new Mistake([done, ...complaints(missing, leftOut)].join('\n'))
    }
    default:
      throw new Mistake(USAGE)
  }
}

function complaints(missing: string[], leftOut: TypeChange[]): string[] {
  const changes = leftOut.map(
    ({ id, type, instead }) => `  ${id}: the file has the type ${type}, here it is ${instead}`,
  )
  return [
    ...(missing.length > 0
      ? [
          `These images and files are missing or damaged: ${missing.join(', ')}. Repair them and import again.`,
        ]
      : []),
    ...(changes.length > 0
      ? [
          'Left out, because they would change the type of a document that the site needs or already has:',
          ...changes,
          'To import them anyway, and lose the documents that are here, add --replace-types.',
        ]
      : []),
  ]
}

function given(file: string | undefined): string {
  if (!file) throw new Mistake(USAGE)
  return file
}

async function confirmed(existing: number): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Mistake('This would remove all content. Say so with --yes.')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(
    `This replaces all ${existing} documents by the starting content. Type yes to go on: `,
  )
  prompt.close()
  return answer.trim() === 'yes'
}

/** One that is made anew would pass for the product's in the next backup. */
function assertLakeIn(dataDir: string): void {
  const file = join(dataDir, DATABASE)
  if (existsSync(file)) return
  if (existsSync(dataDir)) assertNoUnfinishedRestore(dataDir)
  throw new Mistake(`There is no content in DATA_DIR=${dataDir}.`)
}

/** The lake that runs on STUDIO_PORT, or else one started here for as long as the command takes. */
async function withLake<T>(
  env: LakeEnv,
  command: string,
  work: (client: SanityClient) => Promise<T>,
): Promise<T> {
  const clientAt = (apiHost: string, token: string) =>
    createClient({
      projectId: 'local',
      dataset: env.SANITY_DATASET,
      apiVersion: API_VERSION,
      apiHost,
      token,
      useProjectHostname: false,
      useCdn: false,
    })
  process.env.no_proxy = 'localhost,127.0.0.1' // by the shell's proxy, if it has one, the lake can't be reached
  const running = `http://localhost:${env.STUDIO_PORT}`
  const answers = await fetch(`${running}/v1/ping`, { signal: AbortSignal.timeout(PING_PATIENCE_MS) }).then(
    ({ ok }) => ok,
    (error: Error) => {
      if (error.name === 'TimeoutError') throw new Mistake(`What runs at ${running} does not answer.`)
      return false
    },
  )
  if (answers) {
    const token = editorToken(env.DATA_DIR)
    const { status } = await fetch(`${running}/v1/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (status === 401)
      throw new Mistake(
        `The lake at ${running} is not that of DATA_DIR=${env.DATA_DIR}: set both, STUDIO_PORT and DATA_DIR, as its start has them.`,
      )
    return work(clientAt(running, token))
  }
  if (command === 'export') assertLakeIn(env.DATA_DIR)
  const lake = await startLake({
    port: 0,
    streamPorts: 0,
    dataDir: env.DATA_DIR,
    dataset: env.SANITY_DATASET,
  })
  return work(clientAt(lake.url, lake.token)).finally(() => lake.close())
}

process.umask(0o077) // drafts are private
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reset: { type: 'boolean' }, yes: { type: 'boolean' }, 'replace-types': { type: 'boolean' } },
  })
  const [command = '', file] = positionals
  console.log(await withLake(readEnv(process.env), command, (client) => run(client, command, file, values)))
  process.exit(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
