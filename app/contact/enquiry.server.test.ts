import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Consents, type OfferedConsents, openConsents } from '#app/contact/consents.server.ts'
import { sendEnquiry } from '#app/contact/enquiry.server.ts'
import type { Host } from '#app/host/client.server.ts'
import { findSiteConsents } from '#app/host/embedded/site-consents.ts'
import { HostError } from '#app/host/host-error.ts'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'
import { newFolder } from '#tests/support/temporary-folder.ts'

const settings = {
  ...fixtureSettings,
  consents: { sms: paragraphs('Text me.'), marketing: paragraphs('Write to me.'), effectiveDate: null },
} as typeof fixtureSettings
const typed = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '302 555 0142' }
const host = { keepsEvidence: true, sendEnquiry: vi.fn() }

let folder: string
let consents: Consents
let offered: OfferedConsents
beforeEach(() => {
  folder = newFolder()
  consents = openConsents(folder, () => {})
  offered = consents.offered(settings)!
  host.keepsEvidence = true
  host.sendEnquiry.mockReset().mockResolvedValue(undefined)
})
afterEach(() => consents.close())

const shown = () => ({
  smsConsentWording: offered.smsConsent.hash,
  marketingConsentWording: offered.marketingConsent.hash,
})
function send(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...typed, ...fields })) form.append(name, value)
  return sendEnquiry(form, {
    host: host as unknown as Host,
    consents,
    log: () => {},
    countBot: () => {},
    requestId: 'r',
    visitor: { page: '/contact-us' },
    sender: folder,
    native: false,
  })
}
const keptHere = () => findSiteConsents(folder, { email: typed.email })

test('the words beside both boxes go along, ticked or not; the embedded host keeps them, and the site does not', async () => {
  expect(await send({ ...shown(), smsConsent: 'on' })).toEqual({ form: 'enquiry', ok: true })
  const [enquiry, context] = host.sendEnquiry.mock.lastCall ?? []
  expect(enquiry).toEqual({ ...typed, smsConsent: true, marketingConsent: false })
  expect(context.wordings).toEqual([
    { field: 'smsConsent', hash: offered.smsConsent.hash, text: 'Text me.' },
    { field: 'marketingConsent', hash: offered.marketingConsent.hash, text: 'Write to me.' },
  ])
  expect(keptHere()).toEqual([])
})

test('beside another host the site keeps them before it sends the enquiry, once however often it is sent', async () => {
  host.keepsEvidence = false
  host.sendEnquiry.mockImplementation(async () => {
    expect(keptHere()).toMatchObject([{ smsConsent: 0, marketingConsent: 1, page: '/contact-us' }])
    throw new HostError('down', { call: 'contact', kind: 'timeout', requestId: 'r' })
  })
  const form = { ...shown(), marketingConsent: 'on' }
  for (const _press of [1, 2]) expect(await send(form)).toMatchObject({ reason: 'failed', status: 502 })
  expect(host.sendEnquiry).toHaveBeenCalledTimes(2)
  expect(keptHere()[0]?.texts.map(({ text }) => text)).toEqual(['Text me.', 'Write to me.'])
  expect(keptHere()).toHaveLength(1)
})

test.each(['smsConsent', 'marketingConsent'])(
  'nobody agrees to words that are not known: %s, ticked, is not sent without them; not ticked it is',
  async (field) => {
    for (const hash of [{}, { [`${field}Wording`]: '' }]) {
      expect(await send({ [field]: 'on', ...hash })).toMatchObject({ reason: 'failed', status: 422 })
      expect(host.sendEnquiry).not.toHaveBeenCalled()
    }
    expect(await send({ [`${field}Wording`]: '' })).toMatchObject({ ok: true })
    expect(host.sendEnquiry.mock.lastCall?.[1].wordings).toEqual([])
  },
)

test('a field that is refused is sent nowhere; the form shows the words again that it showed', async () => {
  const refused = { ok: false, reason: 'refused', status: 422 }
  expect(await send({ ...shown(), email: 'ann@' })).toMatchObject({ ...refused, shown: offered })
  const unknown = { ...shown(), marketingConsentWording: 'f'.repeat(64) }
  expect(await send({ ...unknown, email: 'ann@' })).not.toHaveProperty('shown')
  expect(host.sendEnquiry).not.toHaveBeenCalled()
})
