import { expect, test } from 'vitest'
import { findings, paragraphs, seeded } from '#studio/validation/rules/rules.test-support.ts'
import { scheduledText } from '#studio/validation/rules/scheduled-text.ts'

const policy = 'policy-terms-of-use'
const scheduled = (document: string, release = 'r1') => [{ document, release, title: 'Spring' }]
const title = { title: 'Other terms' }
const consents = { consents: { sms: paragraphs('Other'), marketing: [] } }

test.each([
  ['a changed policy', policy, title, scheduled(policy), 1],
  ['an unchanged policy', policy, {}, scheduled(policy), 0],
  ['a changed policy beside another scheduled one', policy, title, scheduled('other'), 0],
  ['the version that is scheduled', policy, { ...title, _id: `versions.r1.${policy}` }, scheduled(policy), 0],
  ['a version in another release', policy, { ...title, _id: `versions.r2.${policy}` }, scheduled(policy), 1],
  ['changed consents', 'siteSettings', consents, scheduled('siteSettings'), 1],
  ['Settings with the same consents', 'siteSettings', { legalLine: [] }, scheduled('siteSettings'), 0],
])('%s', (_, id, fields, scheduledTexts, count) => {
  const found = findings(scheduledText, seeded(id, fields), {
    published: seeded(id),
    content: { scheduledTexts },
  })
  expect(found).toHaveLength(count)
  for (const { message } of found) expect(message).toContain('release “Spring” changes this text too')
})
