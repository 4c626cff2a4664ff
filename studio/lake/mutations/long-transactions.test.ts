import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatasets } from '../dataset.ts'
import type { EventStream } from '../http/event-stream.ts'
import { temporaryFolder, upTo } from '../lake.test-support.ts'
import { silent } from '../log.ts'
import { createQueryPool } from '../query/query-pool.ts'
import { decodeAnswer } from '../query/query-task.ts'
import { openStore } from '../store/store.ts'

const DOCUMENTS = 5_000
const EDITOR = { seesDrafts: true, identity: 'editor' }
const COUNTS = '[count(*[v == 0]), count(*[v == 1])]'
/** Takes more steps than the main thread evaluates, so a worker answers. */
const COUNTS_IN_WORKER = `[count(*[v == 0 && count([${upTo(10)}][@ >= ^.v]) > 0]), count(*[v == 1])]`
const UPDATE = [{ patch: { query: '*[_type == "t"]', set: { v: 1 } } }]

/** Datasets, of which `production` has many documents. */
async function filled() {
  const store = openStore(temporaryFolder())
  const pool = createQueryPool({
    file: store.file,
    projectId: 'local',
    assetBase: () => '',
    budgetMs: 60_000,
    log: silent,
  })
  onTestFinished(async () => {
    await pool.close()
    await store.close()
  })
  const datasets = openDatasets({ projectId: 'local', store, pool }, 'production')
  const dataset = datasets.getOrThrow('production')
  await dataset.commit(
    upTo(DOCUMENTS).map((i) => ({ create: { _id: `d${i}`, _type: 't', v: 0 } })),
    { author: 'editor', transactionId: 'first' },
  )
  const read = async (query: string) =>
    decodeAnswer(await dataset.query(query, {}, 'raw', EDITOR)).result as number[]
  return { store, datasets, dataset, read }
}

/** Starts a write. `isRunning` turns false before the acknowledgement reaches anyone else. */
function started(write: Promise<unknown>) {
  const state = { isRunning: true, done: write }
  state.done = write.finally(() => {
    state.isRunning = false
  })
  state.done.catch(() => {})
  return state
}

test('readers are answered during a long transaction, and see all of it or nothing', async () => {
  const { dataset, read } = await filled()
  const [before, after] = [
    [DOCUMENTS, 0],
    [0, DOCUMENTS],
  ]
  const write = started(dataset.commit(UPDATE, { author: 'editor' }))
  const answers: number[][] = []
  while (write.isRunning) {
    await nextTurn()
    answers.push(await read(answers.length % 5 === 4 ? COUNTS_IN_WORKER : COUNTS))
  }
  await write.done
  const firstNew = answers.findIndex(([old]) => old === 0)
  const oldOnes = firstNew < 0 ? answers : answers.slice(0, firstNew)
  expect(oldOnes.length).toBeGreaterThan(1)
  for (const answer of oldOnes) expect(answer).toEqual(before)
  for (const answer of answers.slice(oldOnes.length)) expect(answer).toEqual(after)
  for (const query of [COUNTS, COUNTS_IN_WORKER]) expect(await read(query)).toEqual(after)
})

test('a long transaction that fails changes nothing', async () => {
  const { store, dataset, read } = await filled()
  const failing = [...UPDATE, { create: { _id: 'd0', _type: 't' } }]
  await expect(dataset.commit(failing, { author: 'editor' })).rejects.toMatchObject({ status: 409 })
  await dataset.commit(UPDATE, { author: 'editor', dryRun: true })
  for (const query of [COUNTS, COUNTS_IN_WORKER]) expect(await read(query)).toEqual([DOCUMENTS, 0])
  expect(store.lastTransactionId('production')).toBe('first')
})

test('other writes during a long transaction are stored on their own', async () => {
  const { store, datasets, dataset } = await filled()
  datasets.create('other', 'public')
  const other = datasets.getOrThrow('other')
  const write = started(dataset.commit(UPDATE, { author: 'editor', transactionId: 'long' }))
  let turns = 0
  while (write.isRunning) {
    store.setKeyvalue('turn', ++turns)
    await other.commit([{ createOrReplace: { _id: 'a', _type: 't', turns } }], { author: 'editor' })
    await nextTurn()
  }
  await write.done
  expect(turns).toBeGreaterThan(1)
  expect(store.keyvalue('turn')).toMatchObject({ value: turns })
  expect(store.documents('other')).toMatchObject([{ turns }])
  expect(store.documents('production').filter(({ v }) => v === 1)).toHaveLength(DOCUMENTS)
})

test('listeners that start during a long transaction miss none of it and get nothing twice', async () => {
  const { dataset } = await filled()
  const listening: Promise<void>[] = []
  const streams: { events: string[]; position: string }[] = []
  const listen = (lastEventId?: string) => {
    const received = { events: [] as string[], position: '' }
    streams.push(received)
    const stream = {
      closed: false,
      send: (_: string, __: unknown, id = '') => (received.position = id),
      write: (bytes: Buffer) => received.events.push(...(String(bytes).match(/^id: .*$/gm) ?? [])),
      taken: () => nextTurn(),
      onClose: () => {},
    } as unknown as EventStream
    listening.push(
      dataset.listeners.listen(stream, {
        ...{ query: '*[v == 1]', params: {}, visibility: 'query', mendoza: false, ...EDITOR },
        ...{ includeResult: false, includePreviousRevision: false, includeMutations: false },
        ...{ includeAllVersions: true, enableResume: true, ...(lastEventId && { lastEventId }) },
      }),
    )
  }
  const write = started(dataset.commit(UPDATE, { author: 'editor', transactionId: 'long' }))
  for (let turn = 0; write.isRunning; turn++) {
    if (turn % 10 === 0 && streams.length < 12) listen(turn % 20 ? 'first#' : undefined)
    await nextTurn()
  }
  await write.done
  await Promise.all(listening)
  expect(streams.length).toBeGreaterThan(1)
  for (const { events, position } of streams) {
    expect(new Set(events).size).toBe(events.length)
    expect(events).toHaveLength(position === 'long#' ? 0 : DOCUMENTS)
  }
})

test('a dataset that is deleted during a long transaction leaves nothing behind', async () => {
  const { store, datasets, dataset } = await filled()
  const write = started(dataset.commit(UPDATE, { author: 'editor' }))
  await nextTurn()
  await datasets.remove('production')
  await write.done.catch((error) => expect(error).toMatchObject({ status: 404 }))
  expect(store.documents('production')).toEqual([])
  expect(store.transactions('production', { limit: 10 })).toEqual([])
})
