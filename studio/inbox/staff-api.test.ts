import type { SanityClient } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { staffApi } from '#studio/inbox/staff-api.ts'

const api = staffApi({} as SanityClient)

afterEach(() => vi.unstubAllGlobals())

test('an export has each row once, even if new rows arrive meanwhile', async () => {
  const rows = Array.from({ length: 250 }, (_, id) => ({ id }))
  vi.stubGlobal('fetch', async (path: string) => {
    const search = new URL(path, 'http://studio').searchParams
    const [page, limit] = [Number(search.get('page')), Number(search.get('limit'))]
    const items = rows.slice((page - 1) * limit, page * limit)
    rows.unshift({ id: 1000 + page })
    return Response.json({ items, total: rows.length, page, limit })
  })
  const ids = (await api.all('enquiries', 'id', new URLSearchParams())).map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 250 }, (_, id) => id))
})

test('an editor whose session has ended reads what to do', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 401 }))
  await expect(api.setReviewsHidden(['r'], true)).rejects.toThrow('You are not signed in')
})
