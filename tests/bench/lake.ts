import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'
import { cpuMsOf, rssMbOf } from '#tests/bench/load.ts'
import type { Row } from '#tests/bench/table.ts'
import { freePorts } from '#tests/support/ports.ts'

const MAIN = join(import.meta.dirname, '../../studio/serve/main.ts')
const SIZES = [1_000, 10_000, 50_000]
const IMPORTED = 10_000
const AUTHORS = 100

const BY_SLUG =
  '*[_type == "article" && slug.current == $slug][0]{title, body, "author": author->{name, "slug": slug.current}}'
const LIST =
  '*[_type == "article"] | order(publishedAt desc)[$from...$to]{title, "slug": slug.current, "author": author->name}'
type Running = { client: SanityClient; pid: number; startMs: number; stop(): Promise<void> }

async function startLake(dataDir: string): Promise<Running> {
  const { studio: port } = await freePorts(20)
  const started = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, STUDIO_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The lake did not start.'))),
  ])
  const startMs = performance.now() - started
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: `http://localhost:${port}`,
    token: readFileSync(join(dataDir, 'lake-token'), 'utf8').trim(),
    useProjectHostname: false,
    useCdn: false,
  })
  return {
    client,
    startMs,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const author = (i: number) => ({
  _id: `author-${i}`,
  _type: 'author',
  name: `Author ${i}`,
  slug: { _type: 'slug', current: `author-${i}` },
})
/** About 1.2 KB, as a short article is. */
const article = (i: number) => ({
  _id: `article-${i}`,
  _type: 'article',
  title: `Article ${i}`,
  slug: { _type: 'slug', current: `article-${i}` },
  publishedAt: new Date(Date.UTC(2020, 0, 1) + ((i * 7919) % 50_000) * 3_600_000).toISOString(),
  author: { _type: 'reference', _ref: `author-${i % AUTHORS}` },
  body: Array.from({ length: 4 }, (_, block) => ({
    _type: 'block',
    _key: `b${block}`,
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: 's', marks: [], text: `Paragraph ${block} of ${i}. `.repeat(6) }],
  })),
})

async function fill(client: SanityClient, from: number, to: number) {
  for (let i = from; i < to; i += 500) {
    const transaction = client.transaction()
    for (let n = i; n < Math.min(i + 500, to); n++) transaction.createOrReplace(article(n))
    await transaction.commit({ visibility: 'async', returnDocuments: false })
  }
}

/** Repeats `work`. Resolves to the lake's CPU time per run and the median duration, in ms. */
async function measureRuns(pid: number, times: number, work: (i: number) => Promise<unknown>) {
  for (let i = 0; i < 20; i++) await work(-1 - i) // warm up
  const durations: number[] = []
  const cpu = cpuMsOf(pid)
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    await work(i)
    durations.push(performance.now() - started)
  }
  durations.sort((a, b) => a - b)
  return { cpuMs: (cpuMsOf(pid) - cpu) / times, medianMs: durations[Math.floor(times / 2)]! }
}

/** Measures the lake with 1,000 to 50,000 documents. No query repeats, so the cache has no results. */
export async function measure(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lake-bench-'))
  const rows: Row[] = []
  let lake = await startLake(folder)
  try {
    await lake.client
      .transaction(Array.from({ length: AUTHORS }, (_, i) => ({ createOrReplace: author(i) })))
      .commit()
    let filled = 0
    for (const size of SIZES) {
      const at = (name: string) => `${name}, ${size.toLocaleString('en')} documents`
      if (filled < IMPORTED && size >= IMPORTED) {
        const documents = Array.from({ length: IMPORTED }, (_, i) => article(i))
        const started = performance.now()
        const cpu = cpuMsOf(lake.pid)
        await sanityImport(documents, { client: lake.client, operation: 'createOrReplace' })
        rows.push({
          name: `import of ${IMPORTED.toLocaleString('en')} with @sanity/import`,
          measured: (performance.now() - started) / 1000,
          unit: 's',
          goal: 60,
          note: `${((cpuMsOf(lake.pid) - cpu) / 1000).toFixed(1)} s CPU`,
        })
        filled = IMPORTED
      }
      await fill(lake.client, filled, size)
      filled = size
      await lake.stop()
      lake = await startLake(folder)
      const { client, pid } = lake
      const started = { measured: lake.startMs / 1000, unit: 's', ...(size === 50_000 && { goal: 3 }) }
      rows.push({ name: at('start'), ...started, note: `${Math.round(cpuMsOf(pid))} ms CPU` })
      rows.push({ name: at('memory after start'), measured: rssMbOf(pid), unit: 'MB' })

      const random = (n: number) => ((n + size) * 7919) % size
      const bySlug = await measureRuns(pid, 300, (i) =>
        client.fetch(BY_SLUG, { slug: `article-${random(i + 1000)}` }),
      )
      const goal = size === 10_000
      rows.push({
        name: at('fetch by slug'),
        measured: bySlug.cpuMs,
        unit: 'ms CPU',
        ...(goal && { goal: 5 }),
        note: `${bySlug.medianMs.toFixed(1)} ms waited`,
      })
      const list = await measureRuns(pid, 100, (i) => client.fetch(LIST, { from: i + 20, to: i + 40 }))
      rows.push({
        name: at('list of 20 with a dereference'),
        measured: list.cpuMs,
        unit: 'ms CPU',
        ...(goal && { goal: 20 }),
        note: `${list.medianMs.toFixed(1)} ms waited`,
      })
      if (goal) {
        const waits: number[] = []
        let isWriting = true
        const all = { query: '*[_type == "article"]', set: { edited: true } }
        const write = client.mutate([{ patch: all }], { returnDocuments: false }).finally(() => {
          isWriting = false
        })
        for (let i = 0; isWriting; i++) {
          const started = performance.now()
          await client.fetch(BY_SLUG, { slug: `article-${random(i + 5000)}` })
          waits.push(performance.now() - started)
        }
        await write
        waits.sort((a, b) => a - b)
        rows.push({
          name: at('fetch by slug while all are patched (p99)'),
          measured: waits[Math.floor(waits.length * 0.99)]!,
          unit: 'ms',
          goal: 300,
        })
      }
      const publishMs: number[] = []
      const publish = await measureRuns(pid, 100, async (i) => {
        const id = `article-${random(i + 500)}`
        await client.createOrReplace({ ...article(random(i + 500)), _id: `drafts.${id}`, title: `New ${i}` })
        const started = performance.now()
        await client.action({
          actionType: 'sanity.action.document.publish',
          draftId: `drafts.${id}`,
          publishedId: id,
        })
        if (i >= 0) publishMs.push(performance.now() - started)
      })
      publishMs.sort((a, b) => a - b)
      rows.push({
        name: at('publish acknowledged (median)'),
        measured: publishMs[50]!,
        unit: 'ms',
        goal: 10,
        note: `${publish.cpuMs.toFixed(1)} ms CPU with the draft`,
      })
    }
    return rows
  } finally {
    await lake.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
