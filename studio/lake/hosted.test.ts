import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type ClientConfig, createClient } from '@sanity/client'
import { expect, onTestFinished, test } from 'vitest'
import { hostedLake } from '#studio/lake/test-hosted.ts'
import { collect, temporaryFolder } from '#studio/lake/test-lake.ts'

/** A project with one plan, and a client as anybody has one. */
async function hosted(options: { isPrivate?: boolean } = {}) {
  const lake = await hostedLake({ dataDir: temporaryFolder(), ...options })
  onTestFinished(() => lake.close())
  const certificates = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(certificates))
  setDefaultCACertificates([...certificates, readFileSync(lake.env.NODE_EXTRA_CA_CERTS, 'utf8')])
  await lake.editor.create({ _id: 'a', _type: 'plan', price: 1 })
  const client = (config: ClientConfig = {}) =>
    createClient({
      projectId: lake.projectId,
      dataset: 'production',
      apiVersion: '2025-02-19',
      useCdn: true,
      maxRetries: 0,
      proxy: lake.env.HTTPS_PROXY,
      ...config,
    })
  return { lake, client }
}
const PRICE = '*[_id == "a"][0].price'

test('the API CDN answers what it has until it is asked with an event that came later', async () => {
  const { lake, client } = await hosted()
  const visitor = client()
  expect(await visitor.fetch(PRICE)).toBe(1)
  const { values, until } = collect(visitor.live.events())
  await until(([event]) => event?.type === 'welcome')
  await lake.editor.patch('a').set({ price: 2 }).commit()
  await until((events) => events.length === 2)
  expect(values[1]).toMatchObject({ type: 'message', id: expect.any(String) })
  const { id } = values[1] as { id: string }
  expect(await visitor.fetch(PRICE)).toBe(1)
  expect(await visitor.fetch(PRICE, {}, { useCdn: false })).toBe(2)
  expect(await visitor.fetch(PRICE, {}, { lastLiveEventId: id })).toBe(2)
  expect(await visitor.fetch(PRICE)).toBe(2)
  expect(lake.asked.map(({ host, path }) => `${host} ${path.split('/')[3]}`)).toEqual([
    ...['cdn query', 'api live', 'cdn query', 'api query', 'cdn query', 'cdn query'],
  ])
})

test('drafts and writes take the token, and everything of a private dataset does', async () => {
  const { lake, client } = await hosted({ isPrivate: true })
  const [visitor, editor] = [client(), client({ token: lake.token })]
  for (const perspective of ['published', 'drafts'] as const)
    await expect(
      visitor.fetch(PRICE, {}, { perspective, useCdn: perspective === 'published' }),
    ).rejects.toMatchObject({ statusCode: 401 })
  await expect(visitor.delete('a')).rejects.toMatchObject({ statusCode: 401 })
  expect(await editor.fetch(PRICE)).toBe(1)
})

test('a stream that is sent away gets the reason, then ends', async () => {
  const { lake, client } = await hosted()
  const { until } = collect(client().live.events())
  await until(([event]) => event?.type === 'welcome')
  lake.streams('goaway')
  expect((await until((events) => events.length === 2))[1]).toMatchObject({
    type: 'goaway',
    id: expect.any(String),
    data: { reason: 'connection limit reached' },
  })
})
