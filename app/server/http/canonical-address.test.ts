import { expect, test } from 'vitest'
import { canonicalAddress } from '#app/server/http/canonical-address.ts'

test.each([
  ['/pricing/', '/pricing'],
  ['/Pricing', '/pricing'],
  ['/RESOURCES/Speed-To-Lead/?utm_source=A&B=/C/', '/resources/speed-to-lead?utm_source=A&B=/C/'],
  ['/HOME/?q=1', '/?q=1'],
  ['/home', '/'],
  ['/pricing///', '/pricing'],
  ['/resources//speed-to-lead', '/resources/speed-to-lead'],
  ['//evil.example', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
])('%s redirects to %s', (from, to) => {
  expect(canonicalAddress(from)).toBe(to)
  expect(canonicalAddress(to)).toBeUndefined()
})

test.each(['/', '/pricing', '/?Q=A/', '/a%2Fb', '/a%2fB%C3%A9'.toLowerCase(), '/pricing?next=/About/'])(
  '%s is canonical',
  (address) => expect(canonicalAddress(address)).toBeUndefined(),
)
