// @vitest-environment happy-dom
import { createClient } from '@sanity/client'
import { NEVER, of, startWith } from 'rxjs'
import { createDocumentStore, operationEvents } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { askedAgain } from '#studio/features/asked-again.ts'
import { sendEach } from '#studio/features/send-each.ts'
import { followUntilSent } from '#studio/features/unstored.ts'
import type { Document } from '#studio/lake/document-ids.ts'
import { applyPatch } from '#studio/lake/patch.ts'

afterEach(() => vi.useRealTimers())

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

type Body = { actions: { publishedId: string; patch: Record<string, unknown> }[] }
type Store = ReturnType<typeof createDocumentStore>

/** The Studio's own store of documents, each of which is there and published. It hears of no change, its own ones neither. */
function desk(dataset: string) {
  vi.useFakeTimers()
  const network = { isThere: true }
  const drafts: Record<string, Document> = {}
  const client = createClient({
    projectId: 'local',
    dataset,
    apiVersion: '2025-02-19',
    useCdn: false,
    requestTagPrefix: 'sanity.studio',
    requestHandler: askedAgain(async ({ url, body, signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (!network.isThere || signal?.aborted) throw new TypeError('Failed to fetch')
      const ids = /\/doc\/[^/]+\/([^?]+)/.exec(String(url))?.[1]?.split(',')
      if (ids)
        return {
          documents: ids.filter((id) => !id.includes('.')).map((_id) => ({ _id, _type: 'page', _rev: '1' })),
        }
      for (const { publishedId: id, patch } of (body as Body).actions)
        drafts[id] = applyPatch(drafts[id] ?? ({ _id: `drafts.${id}` } as Document), patch)
      return { transactionId: 'a' }
    }),
  })
  client.withConfig = () => client
  client.observable.listen = (() => NEVER.pipe(startWith({ type: 'welcome' }))) as never
  const context = { client, historyStore: {} as never, schema: { get: () => ({}) } as never }
  const { pair } = createDocumentStore({
    ...context,
    getClient: () => client,
    documentPreviewStore: { unstable_observeDocumentPairAvailability: () => of() },
  } as unknown as Parameters<typeof createDocumentStore>[0])
  pair.operationEvents('', '').subscribe()
  sendEach(operationEvents(context))
  return { pair, network, drafts }
}

async function open(pair: Store['pair'], id: string) {
  const form = pair.editOperations(id, 'page')
  let operations: { patch: { execute: (patches: object[]) => void } } | undefined
  const shown = form.subscribe((now) => {
    operations = now
  })
  const stop = followUntilSent(pair.consistencyStatus(id, 'page'))
  await vi.advanceTimersByTimeAsync(100)
  return {
    type: (text: string) => operations!.patch.execute([{ set: { text } }]),
    leave() {
      shown.unsubscribe()
      stop()
    },
  }
}

test('what is typed into a document is sent, though another is typed into within the second', async () => {
  const { pair, drafts } = desk('one')
  const first = await open(pair, 'a')
  const second = await open(pair, 'b')
  first.type('One')
  await vi.advanceTimersByTimeAsync(300)
  first.type('One two')
  await vi.advanceTimersByTimeAsync(300)
  second.type('Other')
  first.leave()
  second.leave()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(drafts).toMatchObject({ a: { text: 'One two' }, b: { text: 'Other' } })
})

test('what is typed without a network is sent with it again, though its form is left, and leaving the window asks until then', async () => {
  const { pair, network, drafts } = desk('two')
  const form = await open(pair, 'a')
  form.type('One')
  await vi.advanceTimersByTimeAsync(3_000)
  network.isThere = false
  form.type('One two')
  await vi.advanceTimersByTimeAsync(3_000)
  form.type('One two three')
  await vi.advanceTimersByTimeAsync(300)
  form.type('One two three four')
  form.leave()
  expect(asksBeforeLeaving()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asksBeforeLeaving()).toBe(true)
  network.isThere = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(drafts).toMatchObject({ a: { text: 'One two three four' } })
  expect(asksBeforeLeaving()).toBe(false)
})
