import type { ClientActionFunctionArgs } from '@remix-run/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reloadOnSuccess, reloadUnlessPosted, serverActionWithFallback } from '#app/forms/client-action.ts'

/** Sends a form with one field. */
function send(serverAction: () => Promise<unknown>, signal?: AbortSignal) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const body = new URLSearchParams({ city: 'Dover' })
  const request = new Request('http://site.test/checkout', { method: 'POST', body, signal })
  const args = { request, serverAction } as unknown as ClientActionFunctionArgs
  return serverActionWithFallback<unknown>(args, (form) => ({ ok: false, city: form.get('city') }))
}

test('a form that did not reach the site fails with the typed text and reloads nothing', async () => {
  const failed = (await send(() => Promise.reject(new TypeError('no network')))) as Response
  expect(await failed.json()).toEqual({ ok: false, city: 'Dover' })
  const after = { actionStatus: failed.status, defaultShouldRevalidate: true }
  expect(reloadOnSuccess(after as never)).toBe(false)
  expect(reloadOnSuccess({ ...after, actionStatus: 200 } as never)).toBe(true)
})

test('a redirect is followed, and a page that was left shows no failure', async () => {
  const redirect = new Response(null, { status: 303 })
  await expect(send(() => Promise.reject(redirect))).rejects.toBe(redirect)
  const left = new DOMException('left', 'AbortError')
  await expect(send(() => Promise.reject(left), AbortSignal.abort())).rejects.toBe(left)
})

test('a form does not reload its page, but another page that the visitor opens is loaded', () => {
  const currentUrl = new URL('http://site.test/contact-us')
  const after = (formMethod: string | undefined, path: string, defaultShouldRevalidate: boolean) =>
    reloadUnlessPosted({
      formMethod,
      currentUrl,
      nextUrl: new URL(path, currentUrl),
      defaultShouldRevalidate,
    } as never)
  expect(after('POST', '/contact-us', true)).toBe(false)
  expect(after('POST', '/pricing', true)).toBe(true)
  expect(after(undefined, '/contact-us', true)).toBe(true)
})
