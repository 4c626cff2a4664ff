import { expect, test, vi } from 'vitest'
import { gzipped } from '#app/server/coding.ts'
import { Compressed } from '#app/server/compressed.ts'

vi.mock(import('#app/server/coding.ts'), { spy: true })

const text = Buffer.from('Leads, verified and exclusive. '.repeat(200))

test('a text is what it was, in every coding, and unpacked once for those who ask soon after each other', async () => {
  const compressed = await Compressed.of(text)
  const first = await compressed.in('identity')
  expect(first.body.equals(text)).toBe(true)
  expect((await compressed.in('identity')).body).toBe(first.body)
})

test('gzip weighs something from when somebody asked for it, and is made smaller only then', async () => {
  const text = Buffer.from(
    Array.from({ length: 4_000 }, (_, index) => ((index * 7919) % 977).toString(36)).join(' '),
  )
  const [asked, unasked] = [await Compressed.of(text), await Compressed.of(text)]
  const br = await asked.in('br')
  expect(asked.bytes).toBe(br.body.length)
  const [gzip, same] = await Promise.all([asked.in('gzip'), asked.in('gzip')])
  expect(same.body, 'made once').toBe(gzip.body)
  expect(asked.bytes).toBe(br.body.length + gzip.body.length)
  await asked.improve()
  await unasked.improve()
  expect((await asked.in('gzip')).etag).toMatch(/\.gzip\.9"$/)
  expect(unasked.bytes).toBe((await unasked.in('br')).body.length)
})

test('gzip that could not be made, for want of memory, is made for the next who asks', async () => {
  const compressed = await Compressed.of(text)
  vi.mocked(gzipped).mockRejectedValueOnce(new Error('no memory'))
  await expect(compressed.in('gzip')).rejects.toThrow('no memory')
  expect((await compressed.in('gzip')).etag).toMatch(/\.gzip\.6"$/)
})
