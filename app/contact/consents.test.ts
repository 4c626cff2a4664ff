import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findSiteConsents } from '#app/backend/commands/site-records.ts'
import { evidenceText } from '#app/backend/enquiries/consent-evidence.ts'
import { type Consents, offeredConsents, openConsents } from '#app/contact/consents.server.ts'
import { wordingHash } from '#app/platform/evidence.server.ts'
import { fixtureSettings, paragraphs } from '#tests/support/render.tsx'
import { newFolder } from '#tests/support/temporary-folder.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const text = 'I agree to receive messages. Reply STOP to unsubscribe.'
const enquiry = { firstName: 'Ann', lastName: 'Lee', email: 'Ann@Example.com', phone: '+1 (302) 555-0142' }
const record = (consents: Consents) =>
  consents.record(
    { ...enquiry, smsConsent: true, marketingConsent: false },
    { page: '/contact-us', address: '192.0.2.7' },
    [{ field: 'smsConsent', hash: wordingHash(text), text }],
    'submission',
  )
const worded = (sms: string, marketing: string) =>
  ({
    ...fixtureSettings,
    consents: { sms: paragraphs(sms), marketing: paragraphs(marketing), effectiveDate: null },
  }) as typeof fixtureSettings
const store = () => {
  const consents = openConsents(folder)
  record(consents)
  consents.close()
}

test("the site's record beside another backend is found and printed as evidence", () => {
  expect(findSiteConsents(folder, { phone: enquiry.phone })).toEqual([])
  store()
  for (const by of [{ phone: '302-555-0142' }, { email: ' ann@example.com' }]) {
    const [record] = findSiteConsents(folder, by)
    const printed = evidenceText(record!)
    for (const line of [/SMS box +TICKED/, /Marketing box +not ticked/, /IP address +192\.0\.2\.7/])
      expect(printed).toMatch(line)
    expect(printed).toContain(text)
  }
  for (const phone of ['302-555-0143', 'none']) expect(findSiteConsents(folder, { phone })).toEqual([])
})

test('a changed record is an error, even if it no longer names the person', () => {
  store()
  const db = new DatabaseSync(join(folder, 'consents.sqlite'))
  db.exec("DROP TRIGGER record_stays; UPDATE record SET evidence = replace(evidence, '555-0142', '555-0143')")
  db.close()
  expect(() => findSiteConsents(folder, { phone: enquiry.phone })).toThrow('was changed')
})

test('nobody can change or delete a record', () => {
  store()
  const db = new DatabaseSync(join(folder, 'consents.sqlite'))
  for (const change of ["UPDATE record SET evidence = ''", 'DELETE FROM record'])
    expect(() => db.exec(change), change).toThrow('append-only')
  db.close()
  expect(findSiteConsents(folder, { phone: enquiry.phone })).toHaveLength(1)
})

test('a repeated submission is recorded once within ten minutes', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const consents = openConsents(folder)
  for (const laterMs of [0, 599_000, 1_000]) {
    vi.advanceTimersByTime(laterMs)
    record(consents)
  }
  consents.close()
  expect(findSiteConsents(folder, { phone: enquiry.phone })).toHaveLength(2)
})

test('the form has no boxes unless an editor has written both wordings', () => {
  const offered = (sms: string, marketing: string) => offeredConsents(worded(sms, marketing))
  expect(offered('Text me.', 'Write to me.')?.marketingConsent).toEqual({
    text: 'Write to me.',
    hash: wordingHash('Write to me.'),
  })
  expect(offered('Text me.', '')).toBeNull()
  expect(offered('', 'Write to me.')).toBeNull()
})
