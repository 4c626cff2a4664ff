import { createClient } from '@sanity/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasLeft, isLeaving, leavingDrafts, onLeaving } from '#studio/features/leaving-drafts.ts'

const publish = {
  actionType: 'sanity.action.document.publish',
  draftId: 'drafts.a',
  publishedId: 'a',
} as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  hasLeft('drafts.a')
  vi.useRealTimers()
})

/** A client whose answer comes when it is given. */
function client() {
  const answer = Promise.withResolvers<unknown>()
  const asked = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    requestHandler: leavingDrafts(() => answer.promise),
  })
  return { asked, answer }
}

test.each([
  ['drafts.a', publish],
  ['drafts.a', { actionType: 'sanity.action.document.version.discard', versionId: 'drafts.a' } as const],
  [
    'versions.r.a',
    { actionType: 'sanity.action.document.version.discard', versionId: 'versions.r.a' } as const,
  ],
  ['versions.r.a', { actionType: 'sanity.action.release.publish', releaseId: 'r' } as const],
  ['versions.r.a', { actionType: 'sanity.action.release.archive', releaseId: 'r' } as const],
])('%s is leaving from $actionType on until the Studio knows that it is gone', async (id, action) => {
  const { asked, answer } = client()
  const told = vi.fn()
  const stop = onLeaving(told)
  const acting = asked.action(action)
  await vi.advanceTimersByTimeAsync(0)
  expect(isLeaving(id)).toBe(true)
  answer.resolve({ transactionId: 't' })
  await acting
  expect(isLeaving(id)).toBe(true)
  hasLeft(id)
  expect(isLeaving(id)).toBe(false)
  expect(told).toHaveBeenCalledTimes(2)
  stop()
})

test('one that was not taken stays, and one of which nothing is heard is given back', async () => {
  const refused = client()
  const acting = refused.asked.action(publish)
  refused.answer.reject(new Error('no network'))
  await expect(acting).rejects.toThrow('no network')
  expect(isLeaving('drafts.a')).toBe(false)

  const unheard = client()
  unheard.answer.resolve({ transactionId: 't' })
  await unheard.asked.action(publish)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(isLeaving('drafts.a')).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isLeaving('drafts.a')).toBe(false)
})

test('a second publish is not given back by the first one’s time', async () => {
  const first = client()
  first.answer.resolve({ transactionId: 't' })
  await first.asked.action(publish)
  hasLeft('drafts.a')
  await vi.advanceTimersByTimeAsync(9_000)
  void client().asked.action(publish)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isLeaving('drafts.a')).toBe(true)
})

test('a rehearsal, another release and other actions take nothing away', async () => {
  const { asked, answer } = client()
  answer.resolve({ transactionId: 't' })
  await asked.action(publish, { dryRun: true })
  await asked.action({ actionType: 'sanity.action.document.version.discard', versionId: 'versions.r.a' })
  await asked.action({ actionType: 'sanity.action.release.publish', releaseId: 'r' })
  await asked.action({
    actionType: 'sanity.action.document.unpublish',
    draftId: 'drafts.a',
    publishedId: 'a',
  })
  expect(['drafts.a', 'versions.r2.a'].filter(isLeaving)).toEqual([])
  hasLeft('versions.r.a')
})
