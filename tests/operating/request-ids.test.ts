import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectLake, lakeClient } from '#app/content/lake.server.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import { ContentStore } from '#app/content/store.server.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { runWithRequestId } from '#app/platform/request-id.server.ts'
import { clientOf, testLake } from '#studio/lake/lake.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('the log of the lake has the request id of the visitor whose page reads it', async () => {
  const lines: { event: string; details?: Record<string, unknown> }[] = []
  const lake = await testLake({ log: (event, details) => void lines.push({ event, details }) })
  await clientOf(lake).create({ _id: 'a', _type: 't' })
  const store = new ContentStore({
    lake: connectLake(lakeClient(parseEnv({ STUDIO_PORT: String(lake.port) }))),
    lastGood: openLastGood(newFolder()),
    log: () => {},
  })
  onTestFinished(() => store.stop())
  await store.start()
  expect(await runWithRequestId('visitor-1', () => store.get('*[_id == "a"]._id'))).toEqual(['a'])
  expect(await store.get('count(*[_id == "a"])')).toBe(1)
  const requests = () => lines.filter(({ event }) => event === 'request').map(({ details }) => details)
  await expect.poll(requests).toMatchObject([{ requestId: 'visitor-1', method: 'GET', status: 200 }])
})

test('each log entry of each part is one line of JSON with level, time and part', () => {
  const logged = (code: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const output = [
    "import { log } from '#app/server/log.ts'; log('info', 'a \"b\"\\nc', { requestId: 'r', n: 1 })",
    "import { log } from '#app/backend/log.ts'; log('info', 'a', { requestId: 'r', who: 'ann.lee@example.com' })",
    "import { createLog } from '#studio/serve/log.ts'; createLog()('a', { requestId: 'r' })",
  ].map(logged)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(output.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time, part: 'site', message: 'a "b"\nc', requestId: 'r', n: 1 },
    { level: 'info', time, part: 'host', message: 'a', requestId: 'r', who: 'a***@example.com' },
    { level: 'info', time, part: 'lake', message: 'a', requestId: 'r' },
  ])
  for (const line of output) expect(line).toMatch(/^[^\n]+\n$/)
})
