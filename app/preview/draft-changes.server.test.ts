import { afterEach, expect, test, vi } from 'vitest'
import { createDraftChanges } from '#app/preview/draft-changes.server.ts'
import { clientOf, testLake } from '#studio/lake/lake.test-support.ts'

let changes: ReturnType<typeof createDraftChanges> | undefined
afterEach(() => changes?.stop())

test('all open previews are notified of a draft through one listener, until the process ends', async () => {
  const editor = clientOf(await testLake({ streamPorts: 2 }))
  const listen = vi.spyOn(editor, 'listen')
  changes = createDraftChanges(() => editor)
  const readers = [1, 2].map(() => changes!.stream(new AbortController().signal).body!.getReader())
  const next = () =>
    Promise.all(readers.map(async (reader) => new TextDecoder().decode((await reader.read()).value)))
  expect(await next()).toEqual(['retry: 2000\n\n', 'retry: 2000\n\n'])
  const changed = next()
  // The listener may still be connecting, so the test writes until the previews are notified.
  const draft = { _id: 'drafts.faq', _type: 'faqItem', question: 'Typed?' }
  let order = 0
  const writing = setInterval(() => editor.createOrReplace({ ...draft, order: order++ }).catch(() => {}), 50)
  expect(await changed.finally(() => clearInterval(writing))).toEqual([
    'data: changed\n\n',
    'data: changed\n\n',
  ])
  expect(listen).toHaveBeenCalledOnce()
  changes.stop()
  for (const reader of readers) await expect.poll(() => reader.read()).toMatchObject({ done: true })
})
