import { expect, test } from 'vitest'
import { maskAddress, maskText } from '#app/backend/log.ts'

test.each([
  ['ann@example.com called from +1 (302) 555-0100', 'a***@example.com called from ***00'],
  ['302.555.0100: no such number', '***00: no such number'],
  ['connect ECONNREFUSED 192.168.100.200:5432', 'connect ECONNREFUSED 192.168.100.200:5432'],
  [
    '550 5.1.1 <ann@example.com>: no such user; 554-5.7.1 [203.0.113.77] is blocked',
    '550 5.1.1 <a***@example.com>: no such user; 554-5.7.1 [203.0.113.77] is blocked',
  ],
])('%j is logged as %j', (text, logged) => {
  expect(maskText(text)).toBe(logged)
})

test.each([
  ['203.0.113.77', '203.0.113.…'],
  ['2001:db8:1:2::5', '2001:db8:1:…'],
  ['2001:db8::5', '2001:db8:…'],
  ['2001::5', '2001:…'],
  ['::1', '…'],
])('the address %s is logged as %s', (address, logged) => {
  expect(maskAddress(address)).toBe(logged)
})
