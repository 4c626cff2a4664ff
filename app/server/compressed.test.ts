import { expect, test } from 'vitest'
import { Compressed } from '#app/server/compressed.ts'

const text = Buffer.from('Leads, verified and exclusive. '.repeat(200))

test('a text is what it was, in every coding, and unpacked once for those who ask soon after each other', async () => {
  const compressed = await Compressed.of(text)
  const first = await compressed.in('identity')
  expect(first.body.equals(text)).toBe(true)
  expect((await compressed.in('identity')).body).toBe(first.body)
})

test('its weight holds what gzip will take before somebody asked for it', async () => {
  const random = Buffer.from(
    Array.from({ length: 4_000 }, (_, index) => ((index * 7919) % 977).toString(36)).join(' '),
  )
  const compressed = await Compressed.of(random)
  const before = compressed.bytes
  const [br, gzip] = [await compressed.in('br'), await compressed.in('gzip')]
  expect(before).toBeGreaterThan(br.body.length * 2)
  expect(compressed.bytes).toBe(br.body.length + gzip.body.length)
})
