import { expect, onTestFinished, test, vi } from 'vitest'
import { CdnPurge } from '#app/server/http/purge.ts'
import { listen } from '#app/server/listen.test-support.ts'

/** A CDN that records its requests and answers with `statuses` in turn, then 200. */
async function cdn(...statuses: number[]) {
  let notify = () => {}
  const received: { files?: string[]; purge_everything?: boolean }[] = []
  const tokens: (string | undefined)[] = []
  const port = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push(JSON.parse(Buffer.concat(chunks).toString()))
    tokens.push(request.headers.authorization)
    notify()
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
  return { purge, received, tokens, log, onRequest: (then: () => void) => (notify = then) }
}

test('changed paths are purged together, as full addresses, with the token', async () => {
  const { purge, received, tokens, log } = await cdn()
  for (const path of ['/', '/pricing', '/']) purge.changed(path)
  await expect.poll(() => log).toHaveBeenCalled()
  expect(received).toEqual([{ files: ['https://keyturn.example/', 'https://keyturn.example/pricing'] }])
  expect(tokens).toEqual(['Bearer secret'])
  expect(log).toHaveBeenCalledWith('info', 'cdn: purged', expect.anything())
})

test('a failed purge is repeated, with later changes, until the CDN confirms it', async () => {
  const { purge, received, log, onRequest } = await cdn(500, 429)
  onRequest(() => purge.changed('/b'))
  purge.changed('/a')
  await expect.poll(() => log).toHaveBeenCalledWith('info', expect.anything(), expect.anything())
  expect(received[0]?.files).toEqual(['https://keyturn.example/a'])
  onRequest(() => {})
  expect(received[2]?.files?.toSorted()).toEqual(['https://keyturn.example/a', 'https://keyturn.example/b'])
  expect(log).toHaveBeenCalledWith(
    'warn',
    'cdn: a purge failed and is repeated',
    expect.objectContaining({ failures: 2 }),
  )
})

test('many paths are purged in batches; above the limit everything is purged', async () => {
  const { purge, received } = await cdn()
  for (let i = 0; i < 70; i++) purge.changed(`/${i}`)
  await expect.poll(() => received.map(({ files }) => files?.length)).toEqual([30, 30, 10])
  for (let i = 0; i < 2_000; i++) purge.changed(`/${i}`)
  await expect.poll(() => received.at(-1)).toEqual({ purge_everything: true })
})

test('purging everything is repeated until the CDN confirms it, and no longer', async () => {
  const { purge, received } = await cdn(500, 500)
  purge.everything()
  await expect.poll(() => received).toEqual(Array(3).fill({ purge_everything: true }))
  purge.changed('/a')
  await expect.poll(() => received.slice(3)).toEqual([{ files: ['https://keyturn.example/a'] }])
})
