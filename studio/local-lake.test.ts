import { ClientError, createClient } from '@sanity/client'
import { afterEach, expect, test, vi } from 'vitest'
import { localClient } from '#studio/local-lake.ts'

afterEach(() => void vi.unstubAllGlobals())

const body = { statusCode: 401, error: 'Unauthorized', message: 'Unauthorized' }
const unauthorized = () =>
  new ClientError({ statusCode: 401, body, headers: {}, url: '/', method: 'GET' } as never)

/** The Studio's client of a lake that does not know the editor until the Studio's page is opened, if that helps. */
function studio({ helps = true } = {}) {
  let isKnown = false
  const openPage = vi.fn(async (_address: string) => {
    isKnown = helps
  })
  vi.stubGlobal('fetch', openPage)
  const signOut = vi.fn()
  const { requestHandler } = localClient({
    requestHandler: (request, next) =>
      next(request).catch((error) => {
        signOut()
        throw error
      }),
  })
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    requestHandler: (request) =>
      requestHandler!(request, async () => {
        if (!isKnown) throw unauthorized()
        return { result: 'stored' }
      }),
  })
  return { client, openPage, signOut }
}

test('an editor whose session ended is signed in again, once for all requests, and the Studio notices nothing', async () => {
  const { client, openPage, signOut } = studio()
  expect(await Promise.all([client.fetch('*'), client.fetch('*[0]')])).toEqual(['stored', 'stored'])
  expect(openPage.mock.calls.map(([address]) => address)).toEqual(['/'])
  expect(signOut).not.toHaveBeenCalled()
})

test('the Studio sees the refusal when signing in does not help', async () => {
  const { client, openPage, signOut } = studio({ helps: false })
  await expect(client.fetch('*')).rejects.toThrow('Unauthorized')
  expect(openPage).toHaveBeenCalledOnce()
  expect(signOut).toHaveBeenCalledOnce()
})
