import type { ActionFunctionArgs } from '@remix-run/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Consents, openConsents } from '#app/contact/consents.server.ts'
import { contentPageAction } from '#app/layout/content-page.server.ts'
import { fixtureSettings } from '#tests/support/render.tsx'
import { newFolder } from '#tests/support/temporary-folder.ts'

let folder: string
let consents: Consents
beforeEach(() => {
  folder = newFolder()
  consents = openConsents(folder)
})
afterEach(() => consents.close())

async function post(
  body: BodyInit,
  {
    path = '/contact-us',
    accept = 'text/html',
    createReview = async (_review: unknown) => ({ pending: false }),
  } = {},
) {
  const sendEnquiry = vi.fn(async () => {})
  const reviews = { invalidate: vi.fn(), fresh: vi.fn(async () => []) }
  const countBot = vi.fn()
  const log = vi.fn()
  const headers = { Accept: accept }
  const request = new Request(`http://localhost${path}`, { method: 'POST', body, headers })
  const context = {
    content: { settings: async () => fixtureSettings },
    consents,
    host: { isOurBackend: true, sendEnquiry, createReview },
    reviews,
    countBot,
    log,
    requestId: 'r',
    address: '192.0.2.1',
    siteUrl: 'http://localhost',
  }
  const args = { request, context, params: {} } as unknown as ActionFunctionArgs
  const answer = await contentPageAction(args).catch((thrown) => thrown)
  return { answer, sendEnquiry, reviews, countBot, log }
}

test('the outcome names the form that was sent', async () => {
  const form = { form: 'enquiry', firstName: 'Below', place: 'enquiry-2' }
  const { answer } = await post(new URLSearchParams(form))
  expect(answer.data).toEqual({ form: 'enquiry', ok: true, place: 'enquiry-2' })
})

test('a form with a filled honeypot is answered, logged and counted, but not forwarded', async () => {
  for (const [form, name] of [
    ['enquiry', 'contact'],
    ['review', 'reviews'],
  ] as const) {
    const createReview = vi.fn(async (_review: unknown) => ({ pending: false }))
    const body = new URLSearchParams({ form, firstName: 'Ann', 'hp-4f2': 'https://spam.example' })
    const { answer, sendEnquiry, reviews, countBot, log } = await post(body, { accept: '*/*', createReview })
    expect([answer.init.status, answer.data]).toEqual([200, { form, ok: true }])
    expect(sendEnquiry).not.toHaveBeenCalled()
    expect(createReview).not.toHaveBeenCalled()
    expect(reviews.fresh).not.toHaveBeenCalled()
    expect(log.mock.calls).toEqual([
      ['info', `${name}: a form from a bot was not forwarded`, { requestId: 'r' }],
    ])
    expect(countBot.mock.calls).toEqual([[name]])
  }
})

test('a body that is not a form gets 400', async () => {
  const { answer } = await post('{}')
  expect(answer.status).toBe(400)
})

test('a review is sent as typed, and a refused one returns its text', async () => {
  const typed = { firstName: ' Ann ', reviewDescription: 'One\ntwo', rating: '4' }
  const form = (n: number) => new URLSearchParams({ form: 'review', ...typed, lastName: `${n}` })
  const accept = '*/*'
  const createReview = vi.fn(async (_review: unknown) => ({ pending: false }))
  const { answer, reviews } = await post(form(1), { accept, createReview })
  expect([answer.init.status, answer.data]).toEqual([200, { form: 'review', ok: true }])
  const sent = createReview.mock.calls[0]?.[0]
  expect(sent).toMatchObject({
    ...typed,
    companyName: '',
    rating: 4,
    date: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(reviews.invalidate).toHaveBeenCalledBefore(reviews.fresh)
  expect(reviews.fresh).toHaveBeenCalledTimes(1)

  for (const [n, [error, status]] of [
    [Object.assign(new Error('no'), { name: 'HostError', status: 422 }), 422],
    [new Error('down'), 502],
  ].entries()) {
    const refused = await post(form(n + 2), { accept, createReview: () => Promise.reject(error) })
    expect(refused.answer.init.status).toBe(status)
    expect(refused.answer.data).toMatchObject({
      ok: false,
      submission: { initialValue: { firstName: ' Ann ' } },
    })
  }
})

test('the author of a review learns that it waits for approval, with and without JavaScript', async () => {
  const createReview = async (_review: unknown) => ({ pending: true })
  const form = (lastName: string) => new URLSearchParams({ form: 'review', lastName })
  const { answer } = await post(form('with'), { accept: '*/*', createReview })
  expect([answer.init.status, answer.data]).toEqual([200, { form: 'review', ok: true, pending: true }])
  const native = await post(form('without'), { createReview })
  expect(native.answer.data).toEqual({ form: 'review', ok: true, pending: true })
})

test('a review that was posted without JavaScript redirects to the list on this site', async () => {
  for (const [path, to] of [
    ['/', '/#reviews'],
    ['/about-us', '/about-us#reviews'],
    ['//elsewhere.example', '/elsewhere.example#reviews'],
  ]) {
    const { answer } = await post(new URLSearchParams({ form: 'review', 'hp-4f2': 'a bot' }), { path })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe(to)
  }
})
