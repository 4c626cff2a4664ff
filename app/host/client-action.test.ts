import type { ClientActionFunctionArgs } from '@remix-run/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepAfterFailure, keepAfterForm, serverActionOr } from '#app/host/client-action.ts'

test('who sets out while what tells of a form is fetched is told where they arrive', async () => {
  const done: string[] = []
  const hearing = new Set<() => void>()
  const state = { navigation: { state: 'idle' } }
  const become = (next: string) => {
    state.navigation = { state: next }
    for (const hear of [...hearing]) hear()
  }
  const subscribe = (hear: () => void) => {
    hearing.add(hear)
    return () => hearing.delete(hear)
  }
  vi.stubGlobal('window', { __remixRouter: { state, subscribe } })
  const request = new Request('http://site.test/contact-us', { method: 'POST', body: new URLSearchParams() })
  const args = { request, serverAction: async () => ({ ok: true }) } as unknown as ClientActionFunctionArgs
  const answered = serverActionOr<unknown>(args, vi.fn(), async () => {
    become('loading')
    return () => done.push('told')
  }).then(() => done.push('answered'))

  await expect.poll(() => hearing.size).toBe(1)
  become('loading') // on the way elsewhere
  await expect.poll(() => hearing.size).toBe(1)
  expect(done).toEqual([])
  become('idle')
  await answered
  expect(done).toEqual(['told', 'answered'])
  expect(hearing.size).toBe(0)
  vi.unstubAllGlobals()
})

/** A form of this field that is sent, and what comes of it. */
function send(serverAction: () => Promise<unknown>, signal?: AbortSignal) {
  vi.stubGlobal('window', {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.unstubAllGlobals().restoreAllMocks())
  const body = new URLSearchParams({ city: 'Dover' })
  const request = new Request('http://site.test/checkout', { method: 'POST', body, signal })
  const args = { request, serverAction } as unknown as ClientActionFunctionArgs
  return serverActionOr<unknown>(args, (form) => ({ ok: false, city: form.get('city') }))
}

test('a form that the site did not get has failed like any other, with what was typed, and loads nothing anew', async () => {
  const failed = (await send(() => Promise.reject(new TypeError('no network')))) as Response
  expect(await failed.json()).toEqual({ ok: false, city: 'Dover' })
  const after = { actionStatus: failed.status, defaultShouldRevalidate: true }
  expect(keepAfterFailure(after as never)).toBe(false)
  expect(keepAfterFailure({ ...after, actionStatus: 200 } as never)).toBe(true)
  expect(keepAfterFailure({ defaultShouldRevalidate: false } as never)).toBe(false)
})

test('a redirect leads on, and a page that was left hears no more of its form', async () => {
  const redirect = new Response(null, { status: 303 })
  await expect(send(() => Promise.reject(redirect))).rejects.toBe(redirect)
  const left = new DOMException('left', 'AbortError')
  await expect(send(() => Promise.reject(left), AbortSignal.abort())).rejects.toBe(left)
})

test('no form loads a page of content anew; what else does, does', () => {
  const after = (formMethod: string | undefined, defaultShouldRevalidate: boolean) =>
    keepAfterForm({ formMethod, defaultShouldRevalidate } as never)
  expect([after('POST', true), after(undefined, true), after(undefined, false)]).toEqual([false, true, false])
})
