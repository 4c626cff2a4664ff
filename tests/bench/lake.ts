import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { cpuMsOf } from '#tests/bench/load.ts'
import type { Row } from '#tests/bench/table.ts'
import { freePorts } from '#tests/support/ports.ts'
import { run, waitForOutput } from '#tests/support/processes.ts'

const DOCUMENTS = 10_000
const AUTHORS = 100

const BY_SLUG =
  '*[_type == "article" && slug.current == $slug][0]{title, body, "author": author->{name, "slug": slug.current}}'
const LIST =
  '*[_type == "article"] | order(publishedAt desc)[$from...$to]{title, "slug": slug.current, "author": author->name}'

async function startLake(dataDir: string) {
  const { studio: port } = await freePorts(20)
  const lake = run(['studio/serve/main.ts'], { DATA_DIR: dataDir, STUDIO_PORT: String(port) })
  await waitForOutput(lake, 'lake ready')
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: `http://localhost:${port}`,
    token: readFileSync(join(dataDir, 'lake-token'), 'utf8').trim(),
    useProjectHostname: false,
    useCdn: false,
  })
  return { client, pid: lake.child.pid!, stop: lake.stop }
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

async function fill(client: SanityClient) {
  const authors = Array.from({ length: AUTHORS }, (_, i) => ({ createOrReplace: author(i) }))
  await client.transaction(authors).commit()
  for (let from = 0; from < DOCUMENTS; from += 500) {
    const articles = Array.from({ length: 500 }, (_, i) => ({ createOrReplace: article(from + i) }))
    await client.transaction(articles).commit({ visibility: 'async', returnDocuments: false })
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

/** Measures the lake with 10,000 documents, after a restart. No query repeats, so the cache has no results. */
export async function measure(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lake-bench-'))
  let lake = await startLake(folder)
  try {
    await fill(lake.client)
    await lake.stop()
    lake = await startLake(folder)
    const { client, pid } = lake
    const random = (n: number) => ((n + DOCUMENTS) * 7919) % DOCUMENTS
    const fetchBySlug = (i: number) => client.fetch(BY_SLUG, { slug: `article-${random(i)}` })
    const bySlug = await measureRuns(pid, 300, (i) => fetchBySlug(i + 1000))
    const list = await measureRuns(pid, 100, (i) => client.fetch(LIST, { from: i + 20, to: i + 40 }))

    const waits: number[] = []
    let isWriting = true
    const all = { query: '*[_type == "article"]', set: { edited: true } }
    const write = client.mutate([{ patch: all }], { returnDocuments: false }).finally(() => {
      isWriting = false
    })
    for (let i = 0; isWriting; i++) {
      const started = performance.now()
      await fetchBySlug(i + 5000)
      waits.push(performance.now() - started)
    }
    await write
    waits.sort((a, b) => a - b)

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
    const at = (name: string) => `${name}, ${DOCUMENTS.toLocaleString('en')} documents`
    const waited = ({ medianMs }: { medianMs: number }) => `${medianMs.toFixed(1)} ms waited`
    const p99Ms = waits[Math.floor(waits.length * 0.99)]!
    return [
      { name: at('fetch by slug'), measured: bySlug.cpuMs, unit: 'ms CPU', goal: 5, note: waited(bySlug) },
      {
        name: at('list of 20 with a dereference'),
        measured: list.cpuMs,
        unit: 'ms CPU',
        goal: 20,
        note: waited(list),
      },
      { name: at('fetch by slug while all are patched (p99)'), measured: p99Ms, unit: 'ms', goal: 300 },
      {
        name: at('publish acknowledged (median)'),
        measured: publishMs[50]!,
        unit: 'ms',
        goal: 10,
        note: `${publish.cpuMs.toFixed(1)} ms CPU with the draft`,
      },
    ]
  } finally {
    await lake.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
