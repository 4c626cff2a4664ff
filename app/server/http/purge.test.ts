import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CdnPurge } from '#app/server/http/purge.ts'
import { listen } from '#app/server/listen.test-support.ts'

/** A CDN that writes down what it is told and answers with `statuses` in turn, then 200. */
async function cdn(...statuses: number[]) {
  let onTold = () => {}
  const told: { files?: string[]; purge_everything?: boolean }[] = []
  const tokens: (string | undefined)[] = []
  const port = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    told.push(JSON.parse(Buffer.concat(chunks).toString()))
    tokens.push(request.headers.authorization)
    onTold()
    response.writeHead(statuses.shift() ?? 200).end('{}')
  })
  const log = vi.fn()
  const purge = new CdnPurge({
    url: `http://localhost:${port}/purge_cache`,
    token: 'secret',
    siteUrl: 'https://keyturn.example',
    log,
    retryMs: 10,
  })
  onTestFinished(() => purge.stop())
  return { purge, told, tokens, log, whenTold: (then: () => void) => (onTold = then) }
}

test('changed paths are told together, as full addresses, with the token', async () => {
  const { purge, told, tokens, log } = await cdn()
  for (const path of ['/', '/pricing', '/']) purge.changed(path)
  await expect.poll(() => log).toHaveBeenCalled()
  expect(told).toEqual([{ files: ['https://keyturn.example/', 'https://keyturn.example/pricing'] }])
  expect(tokens).toEqual(['Bearer secret'])
  expect(log).toHaveBeenCalledWith('info', 'cdn: purged', expect.anything())
})

test('what the CDN does not confirm is told again, with what has changed since, until it does', async () => {
  const { purge, told, log, whenTold } = await cdn(500, 429)
  whenTold(() => purge.changed('/b'))
  purge.changed('/a')
  await expect.poll(() => log).toHaveBeenCalledWith('info', expect.anything(), expect.anything())
  expect(told[0]?.files).toEqual(['https://keyturn.example/a'])
  whenTold(() => {})
  expect(told[2]?.files?.toSorted()).toEqual(['https://keyturn.example/a', 'https://keyturn.example/b'])
  expect(log).toHaveBeenCalledWith(
    'warn',
    'cdn: a purge failed and is repeated',
    expect.objectContaining({ failures: 2 }),
  )
})

test('of a CDN that is not reached the log says why', async () => {
  const log = vi.fn()
  const purge = new CdnPurge({ url: 'http://127.0.0.1:2/', siteUrl: 'https://keyturn.example', log })
  onTestFinished(() => purge.stop())
  purge.changed('/a')
  await expect
    .poll(() => log.mock.lastCall?.[2])
    .toMatchObject({ error: expect.stringContaining('ECONNREFUSED') })
})

test('many paths go in batches; very many are everything', async () => {
  const { purge, told } = await cdn()
  for (let i = 0; i < 70; i++) purge.changed(`/${i}`)
  await expect.poll(() => told.map(({ files }) => files?.length)).toEqual([30, 30, 10])
  for (let i = 0; i < 2_000; i++) purge.changed(`/${i}`)
  await expect.poll(() => told.at(-1)).toEqual({ purge_everything: true })
})

test('that everything has changed is told again too, until the CDN confirms it, and then no more', async () => {
  const { purge, told, log } = await cdn(500, 500)
  purge.everything()
  await expect.poll(() => log).toHaveBeenCalledWith('info', expect.anything(), expect.anything())
  await pause(100)
  expect(told).toEqual(Array(3).fill({ purge_everything: true }))
  purge.changed('/a')
  await expect.poll(() => told.at(-1)).toEqual({ files: ['https://keyturn.example/a'] })
  purge.stop()
  purge.changed('/b')
  await pause(100)
  expect(told).toHaveLength(4)
})

test('a path that is no longer followed is purged with the next change of content', async () => {
  const { purge, told } = await cdn()
  purge.lostSight('/old')
  await pause(100)
  expect(told).toEqual([])
  purge.contentChanged()
  await expect.poll(() => told).toEqual([{ files: ['https://keyturn.example/old'] }])
  purge.contentChanged()
  await pause(100)
  expect(told.length).toBe(1)
})
