import { ClientError, createClient } from '@sanity/client'
import { afterEach, expect, test, vi } from 'vitest'
import { signedInAgain } from '#studio/features/signed-in-again.ts'

afterEach(() => void vi.unstubAllGlobals())

const body = { statusCode: 401, error: 'Unauthorized', message: 'Unauthorized' }
const unauthorized = () =>
  new ClientError({ statusCode: 401, body, headers: {}, url: '/', method: 'GET' } as never)

/** The Studio’s client of a lake that knows nobody until the Studio’s page was opened, if that helps. */
function studio({ helps = true } = {}) {
  let known = false
  const opened = vi.fn(async (_address: string) => {
    known = helps
  })
  vi.stubGlobal('fetch', opened)
  const signedOut = vi.fn()
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    requestHandler: (request) =>
      signedInAgain((own, next) =>
        next(own).catch((error) => {
          signedOut()
          throw error
        }),
      )(request, async () => {
        if (!known) throw unauthorized()
        return { result: 'stored' }
      }),
  })
  return { client, opened, signedOut }
}

test('who is not known any more is signed in again, once for all that is asked then, and the Studio hears nothing of it', async () => {
  const { client, opened, signedOut } = studio()
  expect(await Promise.all([client.fetch('*'), client.fetch('*[0]')])).toEqual(['stored', 'stored'])
  expect(opened.mock.calls.map(([address]) => address)).toEqual(['/'])
  expect(signedOut).not.toHaveBeenCalled()
})

test('where that does not help the Studio hears of it', async () => {
  const { client, opened, signedOut } = studio({ helps: false })
  await expect(client.fetch('*')).rejects.toThrow('Unauthorized')
  expect(opened).toHaveBeenCalledOnce()
  expect(signedOut).toHaveBeenCalledOnce()
})
