import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/host/embedded/database.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((of) => of?.some(({ address }) => address === '::1'))

test.skipIf(!hasIpv6)('a database at an IPv6 address is asked there', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve))
  const { port } = server.address() as AddressInfo
  const databaseUrl = `postgres://host@[::1]:${port}/postgres`
  await expect(openDatabase({ dataDir: '', databaseUrl, log: () => {} })).rejects.toThrow('can’t be opened')
  expect(connections).toBeGreaterThan(0)
})
