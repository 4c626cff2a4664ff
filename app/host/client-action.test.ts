import type { ClientActionFunctionArgs } from '@remix-run/react'
import { expect, test, vi } from 'vitest'
import { serverActionOr } from '#app/host/client-action.ts'

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

  await vi.waitFor(() => expect(hearing.size).toBe(1))
  become('loading') // on the way elsewhere
  await vi.waitFor(() => expect(hearing.size).toBe(1))
  expect(done).toEqual([])
  become('idle')
  await answered
  expect(done).toEqual(['told', 'answered'])
  expect(hearing.size).toBe(0)
  vi.unstubAllGlobals()
})
