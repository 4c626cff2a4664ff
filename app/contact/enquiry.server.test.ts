import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findSiteConsents } from '#app/backend/commands/site-records.ts'
import { type Consents, offeredConsents, openConsents } from '#app/contact/consents.server.ts'
import { sendEnquiry } from '#app/contact/enquiry.server.ts'
import type { Settings } from '#app/content/types.ts'
import type { Host } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import { wordingHash } from '#app/platform/evidence.server.ts'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'
import { newFolder } from '#tests/support/temporary-folder.ts'

const settings = {
  ...fixtureSettings,
  consents: { sms: paragraphs('Text me.'), marketing: paragraphs('Write to me.'), effectiveDate: null },
} as typeof fixtureSettings
const typed = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '302 555 0142' }
const host = { isOurBackend: true, sendEnquiry: vi.fn() }

let folder: string
let consents: Consents
const offered = offeredConsents(settings)!
beforeEach(() => {
  folder = newFolder()
  consents = openConsents(folder)
  host.isOurBackend = true
  host.sendEnquiry.mockReset().mockResolvedValue(undefined)
})
afterEach(() => consents.close())

function send(fields: Record<string, string>, inForce: Settings | null = settings) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...typed, ...fields })) form.append(name, value)
  return sendEnquiry(form, {
    host: host as unknown as Host,
    consents,
    settings: inForce,
    log: () => {},
    countBot: () => {},
    requestId: 'r',
    visitor: { page: '/contact-us' },
    sender: folder,
    native: false,
  })
}
const recordedHere = () => findSiteConsents(folder, { email: typed.email })

const SMS = offered.smsConsent.hash
const MARKETING = offered.marketingConsent.hash

test('our own backend gets the wording of a ticked box and stores it', async () => {
  expect(await send({ smsConsent: SMS })).toEqual({ form: 'enquiry', ok: true })
  const [enquiry, context] = host.sendEnquiry.mock.lastCall ?? []
  expect(enquiry).toEqual({ ...typed, smsConsent: true, marketingConsent: false })
  expect(context.wordings).toEqual([{ field: 'smsConsent', hash: SMS, text: 'Text me.' }])
  expect(recordedHere()).toEqual([])
})

test('beside another backend the site records the wording before it sends the enquiry, once', async () => {
  host.isOurBackend = false
  host.sendEnquiry.mockImplementation(async () => {
    expect(recordedHere()).toMatchObject([{ smsConsent: 0, marketingConsent: 1, page: '/contact-us' }])
    throw new HostError('down', { call: 'contact', kind: 'timeout', requestId: 'r' })
  })
  for (const _press of [1, 2])
    expect(await send({ marketingConsent: MARKETING })).toMatchObject({ reason: 'failed', status: 502 })
  expect(host.sendEnquiry).toHaveBeenCalledTimes(2)
  expect(recordedHere()[0]?.texts.map(({ text }) => text)).toEqual(['Write to me.'])
  expect(recordedHere()).toHaveLength(1)
})

test.each([
  ['a wording that has changed', { smsConsent: wordingHash('Text me daily.') }],
  ['the wording of the other box', { smsConsent: MARKETING }],
])('a tick with %s is not sent; the form gets the wordings in force', async (_title, ticks) => {
  host.isOurBackend = false
  expect(await send(ticks)).toMatchObject({
    reason: 'outdated',
    status: 409,
    consents: offered,
    submission: { initialValue: { ...typed, ...ticks } },
  })
  expect(host.sendEnquiry).not.toHaveBeenCalled()
  expect(recordedHere()).toEqual([])
})

test('a tick for a removed consent is outdated; it fails while settings cannot be read', async () => {
  const removed = { ...settings, consents: null }
  expect(await send({ smsConsent: SMS }, removed)).toMatchObject({ reason: 'outdated', consents: null })
  expect(await send({ smsConsent: SMS }, null)).toMatchObject({ reason: 'failed', status: 503 })
  expect(host.sendEnquiry).not.toHaveBeenCalled()
  for (const inForce of [removed, null]) expect(await send({}, inForce)).toMatchObject({ ok: true })
})

test('an invalid form is not sent', async () => {
  expect(await send({ smsConsent: SMS, email: 'ann@' })).toMatchObject({ reason: 'refused', status: 422 })
  expect(host.sendEnquiry).not.toHaveBeenCalled()
})
