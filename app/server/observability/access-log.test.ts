import express from 'express'
import { expect, test, vi } from 'vitest'
import { listen } from '#app/server/listen.test-support.ts'
import { accessLog } from '#app/server/observability/access-log.ts'

const written = vi.hoisted(() => [] as string[])
vi.mock('#app/platform/json-log.server.ts', () => ({ writeLines: (text: string) => written.push(text) }))

test('each response is logged as one line without the query and with at most 200 characters of path; health checks are not logged', async () => {
  const app = express().use((_request, response, next) => {
    response.locals.requestId = 'r'
    next()
  })
  const counted: object[] = []
  const metrics = {
    response: ({ route, status }: { route: string; status: number }) => void counted.push({ route, status }),
  }
  app.use(accessLog(metrics), (request, response) => {
    if (request.path === '/hit') response.locals.outcome = 'hit'
    response.status(request.path === '/hit' ? 200 : 404).send('answer')
  })
  const port = await listen(app)
  for (const path of ['/hit?email=a@b.example', '/healthz', '/readyz', `/${'a'.repeat(8_000)}`])
    await fetch(`http://127.0.0.1:${port}${path}`)
  await expect.poll(() => written.join('').match(/\n/g)?.length).toBe(2)
  const [hit, long] = written
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(hit).toMatchObject({
    requestId: 'r',
    method: 'GET',
    path: '/hit',
    status: 200,
    outcome: 'hit',
    bytes: 6,
  })
  expect(long).toMatchObject({ status: 404, outcome: 'pass' })
  expect(long.path).toHaveLength(200)
  expect(counted).toEqual([
    { route: '/hit', status: 200 },
    { route: 'other', status: 404 },
  ])
})
