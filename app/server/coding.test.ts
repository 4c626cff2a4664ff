import { expect, test } from 'vitest'
import { brotli, codingFor, gzipped, unbrotli } from '#app/server/coding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity;q=0.5, gzip;q=0.2', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['br ; q=1', 'br'],
  ['br;q=2', 'identity'],
  ['br;q=nonsense, gzip', 'gzip'],
  ['zstd, deflate', 'identity'],
  ['identity;q=0', 'identity'],
])('Accept-Encoding: %s gets %s', (header, coding) => {
  expect(codingFor(header)).toBe(coding)
  expect(codingFor(header), 'once it is known').toBe(coding)
})

test('what is kept compressed takes no more memory than its bytes', async () => {
  const text = Buffer.from('A lead is a person. '.repeat(200))
  const br = await brotli(text, 5)
  expect(unbrotli(br)).toEqual(text)
  for (const made of [br, await brotli(text, 11), await gzipped(text, 6), unbrotli(br)])
    expect(made.buffer.byteLength).toBe(made.length)
})
