import { expect, test } from 'vitest'
import { clientOf, collect, temporaryFolder, testLake } from '../lake.test-support.ts'

/** The calls of `sanity dataset alias …`. */
const cliOf = (client: ReturnType<typeof clientOf>) => {
  const ask = (method: string, url: string, body?: object) => client.request({ method, url, body })
  return {
    list: () => ask('GET', '/aliases'),
    create: (name: string, datasetName?: string) =>
      ask('PUT', `/aliases/${name}`, datasetName ? { datasetName } : undefined),
    link: (name: string, datasetName?: string) => ask('PATCH', `/aliases/${name}`, { datasetName }),
    unlink: (name: string) => ask('PATCH', `/aliases/${name}/unlink`, {}),
    delete: (name: string) => ask('DELETE', `/aliases/${name}`),
  }
}
const status = (statusCode: number) => expect.objectContaining({ statusCode })

test('an alias is a read-only name for one dataset after another', async () => {
  const dataDir = temporaryFolder()
  let lake = await testLake({ dataDir })
  const client = clientOf(lake)
  await client.datasets.create('autumn')
  await client.create({ _id: 'doc', _type: 't', season: 'summer' })
  await clientOf(lake, { dataset: 'autumn' }).create({ _id: 'doc', _type: 't', season: 'autumn' })
  const aliases = cliOf(client)
  expect(await client.request({ url: '/features' })).toContain('advancedDatasetManagement')
  expect(await aliases.list()).toEqual([])
  expect(await aliases.create('live')).toEqual({ aliasName: 'live', datasetName: null })

  const live = clientOf(lake, { dataset: '~live' })
  const season = '*[_id == "doc"][0].season'
  await expect(live.fetch(season)).rejects.toEqual(status(404))
  expect(await aliases.link('live', 'production')).toEqual({ aliasName: 'live', datasetName: 'production' })
  expect(await live.fetch(season)).toBe('summer')
  expect(await live.getDocument('doc')).toMatchObject({ season: 'summer' })
  await expect(live.delete('doc')).rejects.toEqual(status(400))
  expect(await live.fetch(season)).toBe('summer')

  await aliases.link('live', 'autumn')
  expect(await live.fetch(season)).toBe('autumn')
  expect(await aliases.list()).toEqual([{ name: 'live', datasetName: 'autumn' }])
  await lake.close()
  lake = await testLake({ dataDir })
  expect(await clientOf(lake, { dataset: '~live' }).fetch(season)).toBe('autumn')
  await clientOf(lake).datasets.delete('autumn')
  expect(await cliOf(clientOf(lake)).list()).toEqual([{ name: 'live', datasetName: null }])
})

test('an invalid alias is refused', async () => {
  const lake = await testLake()
  const aliases = cliOf(clientOf(lake))
  await aliases.create('live', 'production')
  await expect(aliases.create('live', 'production')).rejects.toEqual(status(409))
  await expect(aliases.create('Other')).rejects.toEqual(status(400))
  await expect(aliases.link('live', 'nope')).rejects.toEqual(status(404))
  await expect(aliases.delete('nope')).rejects.toEqual(status(404))
  await expect(cliOf(clientOf(lake, { token: undefined })).list()).rejects.toEqual(status(401))
  expect(await aliases.list()).toEqual([{ name: 'live', datasetName: 'production' }])
})

test('a listener through an alias restarts when the alias moves', async () => {
  const lake = await testLake()
  const client = clientOf(lake)
  await client.datasets.create('autumn')
  await cliOf(client).create('live', 'production')
  const received = collect(clientOf(lake, { dataset: '~live' }).live.events())
  await received.until((events) => events.length === 1)
  await cliOf(client).link('live', 'autumn')
  await received.until((events) => events.some(({ type }) => type === 'restart'))
})
