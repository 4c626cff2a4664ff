import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, readEvents, type StreamEvent, temporaryFolder, testLake } from '../lake.test-support.ts'

const CLI = join(import.meta.dirname, '../cli.ts')
const ROUNDS = 100
const LONG_ROUNDS = 20

function run(dataDir: string, port = 0): ChildProcess {
  const child = spawn(process.execPath, [CLI, '--port', String(port), '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
/** Resolves to the port of the lake. */
async function ready(child: ChildProcess): Promise<number> {
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    const [, port] = /Content Lake: \S+:(\d+)/.exec(String(chunk)) ?? []
    if (port) return Number(port)
  }
  throw new Error(`exited with ${child.exitCode}`)
}
/** The exit of a process that cannot start. */
async function failure(child: ChildProcess) {
  let stderr = ''
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stderr }
}

/** Calls to the lake on this port with its token. */
function asker(port: number, dataDir: string) {
  const headers = { authorization: `Bearer ${readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()}` }
  const base = `http://localhost:${port}/v1/data`
  return {
    query: async <T>(query: string): Promise<T> => {
      const response = await fetch(`${base}/query/production?query=${encodeURIComponent(query)}`, { headers })
      return ((await response.json()) as { result: T }).result
    },
    async transactions() {
      const response = await fetch(`${base}/history/production/transactions?limit=10000`, { headers })
      const lines = (await response.text()).split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line) as { id: string; documentIDs: string[] })
    },
    mutate: (mutations: unknown[]) =>
      fetch(`${base}/mutate/production`, { method: 'POST', headers, body: JSON.stringify({ mutations }) }),
    listen: (lastEventId?: string) =>
      readEvents(`${base}/listen/production?query=*&enableResume=true`, {
        ...headers,
        ...(lastEventId && { 'last-event-id': lastEventId }),
      }),
  }
}

test('a lake that is killed under load loses no acknowledged write, and its listeners miss nothing', async () => {
  const dataDir = temporaryFolder()
  const acknowledged: string[] = []
  const received: StreamEvent[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const child = run(dataDir)
    const lake = asker(await ready(child), dataDir)
    const pairs = await lake.query<{ id: string; whole: boolean }[]>(
      '*[_type == "pair" && half == "a"]{"id": pair, "whole": *[_id == ^.pair + "-b"][0]._rev == _rev}',
    )
    const storedIds = new Set(pairs.map(({ id }) => id))
    expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([])
    expect(pairs.filter(({ whole }) => !whole)).toEqual([])
    expect(await lake.query('count(*[_type == "pair" && half == "b"])')).toBe(pairs.length)
    expect(await lake.query('coalesce(*[_id == "counter"][0].n, 0)')).toBe(pairs.length)

    const listener = lake.listen(received.findLast(({ id }) => id)?.id)
    const log = await lake.transactions()
    if (round === ROUNDS) {
      // The listener has received three events of each transaction, once and in order.
      const expected = log.flatMap(({ id, documentIDs }) =>
        documentIDs.map((document) => `${id}#${document}`),
      )
      const isMutation = ({ event }: StreamEvent) => event === 'mutation'
      const already = received.filter(isMutation).length
      await listener.until((events) => already + events.filter(isMutation).length >= expected.length)
      received.push(...listener.events)
      expect(received.filter(isMutation).map(({ id }) => id)).toEqual(expected)
      expect(expected).toHaveLength(3 * pairs.length)
      listener.disconnect()
      child.kill('SIGTERM')
      expect((await once(child, 'exit'))[0]).toBe(0)
      break
    }
    await listener.until((events) => events.length > 0)
    let n = 0
    const before = acknowledged.length
    const writer = async () => {
      for (;;) {
        const id = `r${round}n${n++}`
        const response = await lake
          .mutate([
            { create: { _id: `${id}-a`, _type: 'pair', pair: id, half: 'a', ref: { _ref: `${id}-b` } } },
            { createIfNotExists: { _id: 'counter', _type: 'counter', n: 0 } },
            { patch: { id: 'counter', inc: { n: 1 } } },
            { create: { _id: `${id}-b`, _type: 'pair', pair: id, half: 'b' } },
          ])
          .catch(() => undefined)
        if (!response?.ok) return
        acknowledged.push(id)
        if (acknowledged.length - before === 40) child.kill('SIGKILL')
      }
    }
    await Promise.all([writer(), writer(), writer(), writer()])
    await listener.until(() => false) // the kill closed the connection
    received.push(...listener.events)
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(40 * ROUNDS)
  console.log(`${ROUNDS} rounds, ${acknowledged.length} acknowledged, ${received.length} received`)
}, 1_200_000)

test('a lake that is killed during a long transaction has all of it or nothing', async () => {
  const dataDir = temporaryFolder()
  const documents = 5_000
  let acknowledged = 0
  for (let round = 0; round <= LONG_ROUNDS; round++) {
    const child = run(dataDir)
    const lake = asker(await ready(child), dataDir)
    const query = '*[_type == "t"]'
    if (round === 0)
      await lake.mutate(
        Array.from({ length: documents }, (_, i) => ({ create: { _id: `d${i}`, _type: 't', n: 0 } })),
      )
    const n = await lake.query<number>(`${query}[0].n`)
    expect(n).toBeGreaterThanOrEqual(acknowledged)
    expect(await lake.query(`count(${query}[n == ${n}])`)).toBe(documents)
    const entries = (await lake.transactions()).map(({ documentIDs }) => documentIDs.length)
    expect(entries).toEqual(Array.from({ length: n + 1 }, () => documents))
    // The kill comes at another moment each time.
    setTimeout(() => child.kill('SIGKILL'), (round * 2_000) / LONG_ROUNDS)
    for (let next = n + 1; ; next++) {
      const response = await lake.mutate([{ patch: { query, set: { n: next } } }]).catch(() => undefined)
      if (!response?.ok) break
      acknowledged = next
    }
  }
  expect(acknowledged).toBeGreaterThan(0)
}, 600_000)

test('a lake that cannot start gives the reason in one line', async () => {
  const dataDir = temporaryFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const broken = temporaryFolder()
  writeFileSync(join(broken, 'lake.db'), 'this is no database')
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  const ends = await Promise.all([
    failure(run(dataDir, port)),
    failure(run(broken, port)),
    failure(run(file, port)),
  ])
  const [portTaken, corrupt, unwritable] = ends.map(({ code, stderr }) => {
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    return stderr
  })
  expect(portTaken).toContain(`Port ${port} is taken`)
  expect(corrupt).toContain('lake.db')
  expect(unwritable).toContain('can’t be written')
})

test('damaged documents prevent the start; damaged history is found soon after', async () => {
  /** A lake with garbage at the start of a table. */
  async function damaged(table: string) {
    const dataDir = temporaryFolder(),
      lake = await testLake({ dataDir })
    await clientOf(lake).create({ _id: 'a', _type: 't' })
    await lake.close()
    const file = join(dataDir, 'lake.db')
    const db = new DatabaseSync(file)
    const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
      rootpage: number
    }
    const { page_size } = db.prepare('PRAGMA page_size').get() as { page_size: number }
    db.close()
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(7, (rootpage - 1) * page_size, (rootpage - 1) * page_size + 200))
    return dataDir
  }
  await expect(testLake({ dataDir: await damaged('documents') })).rejects.toThrow(/lake\.db can’t be opened/)
  const dataDir = await damaged('changes')
  const fault = await new Promise<string>((resolve, reject) => {
    testLake({ dataDir, checkAfterMs: 0, onDamage: resolve }).catch(reject)
  })
  expect(fault).toMatch(/btreeInitPage|malformed|Tree/)
})
