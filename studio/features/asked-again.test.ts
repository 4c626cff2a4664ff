import { ClientError, createClient, ServerError } from '@sanity/client'
import { afterEach, expect, test, vi } from 'vitest'
import { askedAgain } from '#studio/features/asked-again.ts'
import { troubleOfSaving } from '#studio/features/unstored.ts'

afterEach(() => vi.useRealTimers())

/** A client without a network until it is given one. */
function offline() {
  const network = vi.fn(async (): Promise<unknown> => {
    throw new TypeError('Failed to fetch')
  })
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    requestTagPrefix: 'sanity.studio',
    requestHandler: askedAgain(network),
  })
  return { client, network }
}

test.each([
  'preview.documents-availability',
  'validation.slug-is-unique',
  'validation.address-is-free',
  'releases.listen',
  'document.commit',
])('what the Studio would not ask for again is asked until there is an answer: %s', async (tag) => {
  vi.useFakeTimers()
  const { client, network } = offline()
  const answer = client.request({ url: '/data/doc/production/a', tag })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(network.mock.calls.length).toBeGreaterThan(10)
  network.mockResolvedValue('free')
  await vi.advanceTimersByTimeAsync(3_000)
  await expect(answer).resolves.toBe('free')
})

test('whatever else is asked fails at once, as does a check that nobody waits for any more', async () => {
  vi.useFakeTimers()
  const { client, network } = offline()
  await expect(client.request({ url: '/data/doc/production/a', tag: 'locations' })).rejects.toThrow(
    'Failed to fetch',
  )
  expect(network).toHaveBeenCalledOnce()
  const asking = client.observable
    .request({ url: '/data/doc/production/a', tag: 'preview.documents-availability' })
    .subscribe({ error: () => {} })
  await vi.advanceTimersByTimeAsync(5_000)
  asking.unsubscribe()
  const asked = network.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(network.mock.calls.length).toBeLessThanOrEqual(asked + 1)
})

test('what was typed counts as stored where only the answer got lost, and what is refused is not sent again', async () => {
  vi.useFakeTimers()
  const { client, network } = offline()
  const body = { statusCode: 409, error: 'Conflict', message: 'Transaction with ID "t" already exists' }
  const conflict = new ClientError({ statusCode: 409, body, headers: {}, url: '/', method: 'POST' } as never)
  const store = () =>
    client.request({ url: '/data/actions/production', method: 'POST', tag: 'document.commit' })
  const stored = store()
  network.mockRejectedValue(conflict)
  await vi.advanceTimersByTimeAsync(3_000)
  await expect(stored).resolves.toEqual({})
  await expect(store()).rejects.toThrow('already exists')
})

test('what was typed is sent again where the lake could not take it just now, and why it could not is known till then', async () => {
  vi.useFakeTimers()
  const { client, network } = offline()
  const refusal = (Refused: typeof ClientError | typeof ServerError, statusCode: number, message: string) =>
    new Refused({ statusCode, body: { statusCode, message }, headers: {}, url: '/', method: 'POST' } as never)
  network.mockRejectedValueOnce(refusal(ClientError, 429, 'Too many requests'))
  network.mockRejectedValueOnce(refusal(ServerError, 507, 'There is no room'))
  const stored = client.request({ url: '/data/actions/production', method: 'POST', tag: 'document.commit' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(network).toHaveBeenCalledTimes(2)
  expect(troubleOfSaving()).toContain('There is no room')
  network.mockResolvedValue({ transactionId: 't' })
  await vi.advanceTimersByTimeAsync(2_000)
  await expect(stored).resolves.toEqual({ transactionId: 't' })
  expect(troubleOfSaving()).toBeUndefined()
})
