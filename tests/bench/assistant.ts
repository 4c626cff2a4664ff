import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEvent } from '@sanity/client'
import { type Assistant, startAssistant } from '#app/backend/assistant/assistant.ts'
import { seed, seedArticles } from '#app/backend/assistant/seed.test-support.ts'
import { readBackendEnv } from '#app/backend/env.ts'
import { KNOWLEDGE_QUERY } from '#app/content/knowledge.ts'
import type { Lake } from '#app/content/lake.server.ts'
import { ADDRESSES_QUERY, ARTICLE_QUERY } from '#app/content/queries.ts'
import type { Row } from '#tests/bench/table.ts'

const ARTICLES = [10, 500, 5_000]
const PUBLISHES = 5
/** Forms and payments wait that long, because the same process handles them. */
const GOAL_MS = 100

/** Measures how long a published article blocks the backend's process when a visitor then asks the assistant. */
export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of ARTICLES) rows.push(...(await measurePublishes(count)))
  return rows
}

async function measurePublishes(count: number): Promise<Row[]> {
  const { lake, publish } = createLake(count)
  const assistant = startAssistant(readBackendEnv({}), () => {}, { lake })
  await waitUntilIdle(assistant)
  const delays = monitorEventLoopDelay({ resolution: 2 })
  const before = process.cpuUsage()
  delays.enable()
  for (let i = 0; i < PUBLISHES; i++) {
    publish(`Changed ${i}`)
    await ask(assistant)
  }
  delays.disable()
  const { user, system } = process.cpuUsage(before)
  assistant.stop()
  const name = `an article published among ${count}`
  const memory = `${Math.round(process.memoryUsage().rss / 1e6)} MB resident`
  return [
    {
      name: `${name}: longest block of the backend`,
      measured: delays.max / 1e6,
      unit: 'ms',
      goal: GOAL_MS,
      note: memory,
    },
    { name: `${name}: CPU`, measured: (user + system) / 1e3 / PUBLISHES, unit: 'ms' },
  ]
}

/** Returns a simulated lake with the seed and this many articles. */
function createLake(count: number) {
  const pages = seed.filter(({ _type }) => _type !== 'article')
  const [model] = seedArticles
  const articles = new Map(
    Array.from({ length: count }, (_, n) => [`a${n}`, { ...model, _id: `a${n}`, slug: `a${n}` }]),
  )
  let notify: (event: LiveEvent) => void = () => {}
  const resultOf = (query: string, slug: unknown): unknown => {
    if (query === KNOWLEDGE_QUERY) return pages
    if (query === ADDRESSES_QUERY) return { articles: [...articles.keys()] }
    return query === ARTICLE_QUERY ? articles.get(slug as string) : []
  }
  const lake: Lake = {
    async fetch(query, { slug }) {
      await pause()
      const result = JSON.parse(JSON.stringify(resultOf(query, slug)))
      return { result, tags: [`s1:${slug ?? 'others'}`] }
    },
    listen({ event }) {
      notify = event
      queueMicrotask(() => event({ type: 'welcome', id: 'w' } as LiveEvent))
      return () => {}
    },
  }
  return {
    lake,
    publish(title: string) {
      articles.set('a0', Object.assign({}, articles.get('a0'), { title }))
      notify({ type: 'message', id: title, tags: ['s1:a0'] })
    },
  }
}

const ask = (assistant: Assistant) =>
  assistant.reply('How much is the Hot Seller Lead?', { visitor: undefined, requestId: 'bench' })

/** Waits until all content is indexed and the process is idle. */
async function waitUntilIdle(assistant: Assistant): Promise<void> {
  await ask(assistant)
  for (let idle = 0; idle < 2; ) {
    const before = performance.eventLoopUtilization()
    await pause(1_000)
    idle = performance.eventLoopUtilization(before).utilization < 0.1 ? idle + 1 : 0
  }
}
