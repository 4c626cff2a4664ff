import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, testLake } from '#studio/lake/test-lake.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const ROUNDS = Number(process.env.LAKE_KILL_ROUNDS ?? 3)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function run(env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...env } as Record<string, string> as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
async function ready(child: ChildProcess) {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => [`exited with ${code}`]),
  ])
  expect(message).toEqual({ ready: true })
}
/** How a process ended that was not to start. */
async function failure(child: ChildProcess) {
  let stderr = ''
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stderr }
}

test('no acknowledged write is lost when the lake is killed, and no transaction is halved', async () => {
  const dataDir = temporaryFolder(),
    port = await freePort()
  const acknowledged: string[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const child = run({ DATA_DIR: dataDir, STUDIO_PORT: String(port) })
    await ready(child)
    const headers = { authorization: `Bearer ${readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()}` }
    const ids: string[] = await fetch(`http://127.0.0.1:${port}/v1/data/query/production?query=*._id`, {
      headers,
    }).then(async (r) => ((await r.json()) as { result: string[] }).result)
    const kept = new Set(ids)
    expect(acknowledged.filter((id) => !kept.has(`${id}-a`) || !kept.has(`${id}-b`))).toEqual([])
    expect(ids.filter((id) => id.endsWith('-a')).length).toBe(ids.filter((id) => id.endsWith('-b')).length)
    if (round === ROUNDS) {
      child.kill('SIGTERM')
      expect((await once(child, 'exit'))[0]).toBe(0)
      break
    }
    let n = 0
    const before = acknowledged.length
    const writer = async () => {
      for (;;) {
        const id = `r${round}n${n++}`
        const response = await fetch(`http://127.0.0.1:${port}/v1/data/mutate/production`, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            mutations: [
              { create: { _id: `${id}-a`, _type: 't', ref: { _ref: `${id}-b` } } },
              { create: { _id: `${id}-b`, _type: 't' } },
            ],
          }),
        }).catch(() => undefined)
        if (!response?.ok) return
        acknowledged.push(id)
        if (acknowledged.length - before === 40) child.kill('SIGKILL')
      }
    }
    await Promise.all([writer(), writer(), writer(), writer()])
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(40 * ROUNDS)
})

test('stops when the process that started it is gone', async () => {
  const child = run({ DATA_DIR: temporaryFolder(), STUDIO_PORT: String(await freePort()) })
  await ready(child)
  child.disconnect()
  expect((await once(child, 'exit'))[0]).toBe(0)
})

test('says in one line why it can not start', async () => {
  const dataDir = temporaryFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const broken = temporaryFolder()
  writeFileSync(join(broken, 'lake.db'), 'this is no database, however long it is said')
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  const ends = await Promise.all([
    failure(run({ DATA_DIR: dataDir, STUDIO_PORT: String(port) })),
    failure(run({ DATA_DIR: dataDir, STUDIO_PORT: 'banana' })),
    failure(run({ DATA_DIR: broken, STUDIO_PORT: String(port) })),
    failure(run({ DATA_DIR: file, STUDIO_PORT: String(port) })),
  ])
  const [portTaken, badPort, corrupt, unwritable] = ends.map(({ code, stderr }) => {
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    return stderr
  })
  expect(portTaken).toContain(`STUDIO_PORT=${port} is taken`)
  expect(badPort).toContain('STUDIO_PORT="banana"')
  expect(corrupt).toContain('lake.db')
  expect(unwritable).toContain('DATA_DIR=')
})

test('a second lake does not open the same folder', async () => {
  const dataDir = temporaryFolder()
  await testLake({ dataDir })
  await expect(testLake({ dataDir })).rejects.toThrow('is in use by another lake')
})
