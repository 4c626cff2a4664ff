import { afterEach, expect, test, vi } from 'vitest'
import { allOf, setReviewsHidden } from '#studio/inbox/staff-api.ts'

afterEach(() => vi.unstubAllGlobals())

test('what comes in during an export makes no row stand in it twice', async () => {
  const rows = Array.from({ length: 250 }, (_, id) => ({ id }))
  vi.stubGlobal('fetch', async (path: string) => {
    const search = new URL(path, 'http://studio').searchParams
    const [page, limit] = [Number(search.get('page')), Number(search.get('limit'))]
    const items = rows.slice((page - 1) * limit, page * limit)
    rows.unshift({ id: 1000 + page })
    return Response.json({ items, total: rows.length, page, limit })
  })
  const ids = (await allOf('enquiries', 'id', new URLSearchParams())).map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 250 }, (_, id) => id))
})

test('an inbox whose sign-in ran out signs in again, as the Studio does, and asks once more', async () => {
  const asked: string[] = []
  let signedIn = false
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path === '/') signedIn = true
    return signedIn ? Response.json({ ok: true }) : Response.json({}, { status: 401 })
  })
  expect(await setReviewsHidden(['r'], true)).toEqual({ ok: true })
  expect(asked).toEqual(['/v1/staff/review', '/', '/v1/staff/review'])

  vi.stubGlobal('fetch', async () => Response.json({}, { status: 401 }))
  await expect(setReviewsHidden(['r'], true)).rejects.toThrow('You are not signed in')
})
