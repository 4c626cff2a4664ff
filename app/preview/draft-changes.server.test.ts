import { afterEach, expect, test, vi } from 'vitest'
import { createDraftChanges } from '#app/preview/draft-changes.server.ts'
import { clientOf, testLake } from '#studio/lake/test-lake.ts'

const FAQ = { _id: 'drafts.faq', _type: 'faqItem', question: 'Typed?' }

let open: ReturnType<typeof createDraftChanges> | undefined
afterEach(() => open?.stop())

type Subscribable = {
  subscribe(observer: object): { add(teardown: () => void): void; unsubscribe(): void }
}

/** Previews of a lake, and what each stream has said so far. */
async function previews() {
  const editor = clientOf(await testLake({ streamPorts: 2 }))
  const listenTo = editor.listen.bind(editor) as unknown as (...asked: unknown[]) => Subscribable
  const left = vi.fn()
  const listen = vi.spyOn(editor, 'listen').mockImplementation(((...asked: unknown[]) => ({
    subscribe(observer: object) {
      const subscription = listenTo(...asked).subscribe(observer)
      subscription.add(left)
      return subscription
    },
  })) as never)
  const changes = createDraftChanges(() => editor)
  open = changes
  function look() {
    const leaving = new AbortController()
    const reader = changes.stream(leaving.signal).body!.getReader()
    const decoder = new TextDecoder()
    /** Resolves to what comes next; null at the end. */
    const next = async () => {
      const { done, value } = await reader.read()
      return done ? null : decoder.decode(value)
    }
    return { next, leave: () => leaving.abort() }
  }
  return { editor, changes, look, listen, left }
}

test('everybody who looks hears of a draft as it is written, through one listener', async () => {
  const { editor, look, listen } = await previews()
  const [mine, yours] = [look(), look()]
  expect(await mine.next()).toMatch(/^retry/)
  expect(await yours.next()).toMatch(/^retry/)
  const heard = Promise.all([mine.next(), yours.next()])
  await expect.poll(() => listen).toHaveBeenCalledOnce()
  // The listener may still be on its way: writing goes on until it is there.
  let written = 0
  const writing = setInterval(() => editor.createOrReplace({ ...FAQ, order: written++ }).catch(() => {}), 50)
  try {
    expect(await heard).toEqual(['data: changed\n\n', 'data: changed\n\n'])
  } finally {
    clearInterval(writing)
  }
  expect(listen).toHaveBeenCalledOnce()
})

test('nothing on the way is to hold events back: no compression, no buffer of nginx’s', async () => {
  const { changes } = await previews()
  const { headers } = changes.stream(AbortSignal.abort())
  expect(headers.get('cache-control')).toContain('no-transform')
  expect(headers.get('x-accel-buffering')).toBe('no')
})

test('who left is told nothing; once nobody looks the lake is left alone, until somebody does again', async () => {
  const { look, listen, left } = await previews()
  const [first, second] = [look(), look()]
  first.leave()
  expect(left).not.toHaveBeenCalled()
  second.leave()
  expect(left).toHaveBeenCalledOnce()
  look()
  expect(listen).toHaveBeenCalledTimes(2)
})

test('when the process ends, all streams do', async () => {
  const { changes, look } = await previews()
  const stream = look()
  expect(await stream.next()).toMatch(/^retry/)
  changes.stop()
  expect(await stream.next()).toBeNull()
})
