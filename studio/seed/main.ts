// npm run seed, content:export and content:import. They use the running lake, or start one for the command.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createClient, type SanityClient } from '@sanity/client'
import { editorToken } from '#studio/lake/access/access.ts'
import { DATABASE } from '#studio/lake/store/store-file.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import {
  countDocuments,
  exportContent,
  importContent,
  resetDataset,
  seedContent,
  type TypeChange,
} from '#studio/seed/content.ts'
import { type LakeEnv, readEnv } from '#studio/serve/env.ts'
import { openLake } from '#studio/serve/open-lake.ts'
import { assertNoUnfinishedRestore } from '../../app/platform/database-file.server.ts'

const USAGE = `Usage:
  npm run seed                         add the starting content if there is no content
  npm run seed -- --reset [--yes]      start over: all edits are lost
  npm run content:export -- FILE       write all content and images to FILE (.tar.gz)
  npm run content:import -- FILE       read such a file (or .ndjson); documents of the same id are replaced,
                                       those of another type only with --replace-types`

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
        throw new Error('Nothing was changed.')
      return `Started over with ${await resetDataset(client)} documents.`
    }
    case 'export':
      return `Wrote ${await exportContent(client, requireFile(file))} documents and their images to ${file}.`
    case 'import': {
      if (!existsSync(requireFile(file))) throw new Error(`There is no file ${file}.`)
      const { numDocs, missing, skipped } = await importContent(client, requireFile(file), {
        replaceTypes: options['replace-types'] ?? false,
      })
      const done = `Imported ${numDocs} ${numDocs === 1 ? 'document' : 'documents'} from ${file}.`
      if (missing.length + skipped.length === 0) return done
      throw new Error([done, ...problemLines(missing, skipped)].join('\n'))
    }
    default:
      throw new Error(USAGE)
  }
}

function problemLines(missing: string[], skipped: TypeChange[]): string[] {
  const lines: string[] = []
  if (missing.length > 0)
    lines.push(
      `These images and files are missing or damaged: ${missing.join(', ')}. Repair them and import again.`,
    )
  if (skipped.length > 0)
    lines.push(
      'Left out, because they would change the type of a document that the site needs or already has:',
      ...skipped.map(
        ({ id, type, existingType }) => `  ${id}: the file has the type ${type}, here it is ${existingType}`,
      ),
      'To import them anyway, and lose the documents that are here, add --replace-types.',
    )
  return lines
}

function requireFile(file: string | undefined): string {
  if (!file) throw new Error(USAGE)
  return file
}

async function confirmed(existing: number): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error('This would remove all content. Confirm with --yes.')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(
    `This replaces all ${existing} documents by the starting content. Type yes to go on: `,
  )
  prompt.close()
  return answer.trim() === 'yes'
}

/** An export must not create a lake, because the next backup would include it. */
function assertLakeIn(dataDir: string): void {
  const file = join(dataDir, DATABASE)
  if (existsSync(file)) return
  if (existsSync(dataDir)) assertNoUnfinishedRestore(dataDir)
  throw new Error(`There is no content in DATA_DIR=${dataDir}. Correct it, or run npm run seed there first.`)
}

/** Calls `work` with the lake on STUDIO_PORT, or with one that runs only for this command. */
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
  process.env.no_proxy = 'localhost,127.0.0.1' // the shell's proxy cannot reach the lake
  const running = `http://localhost:${env.STUDIO_PORT}`
  const isRunning = await fetch(`${running}/v1/ping`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isRunning) {
    const token = editorToken(env.DATA_DIR)
    const { status } = await fetch(`${running}/v1/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (status === 401)
      throw new Error(
        `The lake at ${running} uses another DATA_DIR than ${env.DATA_DIR}: set STUDIO_PORT and DATA_DIR as for npm start.`,
      )
    return work(clientAt(running, token))
  }
  if (command === 'export') assertLakeIn(env.DATA_DIR)
  const lake = await openLake({
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
  if (process.env.SANITY_PROJECT_ID)
    console.log(
      'This was the local lake. For your Sanity project, use npm run sanity (app/server/README.md).',
    )
  process.exit(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
