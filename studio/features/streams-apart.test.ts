import { expect, test, vi } from 'vitest'
import { clientOf, collect, testLake } from '#studio/lake/test-lake.ts'
import { createClient } from '#studio/one-host.ts'

test('a Studio’s streams begin at the ports that they have to themselves, and all else at the lake’s own', async () => {
  const lake = await testLake({ streamPorts: 2 })
  const asked: URL[] = []
  const browser = fetch
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) => {
    asked.push(new URL(address))
    const headers = new Headers(init?.headers)
    headers.set('origin', lake.url)
    return browser(address, { ...init, headers })
  })
  const { token: _token, ...config } = clientOf(lake).config()
  const studio = createClient(config)
  const streams = [1, 2].map((n) =>
    studio.listen(`*[_id == "doc${n}"]`, {}, { events: ['welcome', 'mutation'] }),
  )
  const heard = streams.map((stream) => collect(stream))
  for (const one of heard) await one.until((events) => events.length > 0)
  await clientOf(lake).create({ _id: 'doc1', _type: 't' })
  await heard[0]!.until((events) => events.some(({ type }) => type === 'mutation'))
  await studio.fetch('*')
  const portsOf = (name: string) =>
    asked.filter(({ pathname }) => pathname.includes(name)).map(({ port }) => +port)
  expect(portsOf('/data/query/')).toEqual([lake.port])
  expect(new Set([lake.port, ...portsOf('/data/listen/')]).size).toBe(3)
})
