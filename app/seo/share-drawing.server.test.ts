import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawShare } from '#app/seo/share-drawing.server.ts'

test.each([
  ['a short one', 'Pricing'],
  ['a long word', 'Misrepresentation and Responsibilities'],
  ['a word longer than a line', `Lead-Generation-and-Transaction-Coordination ${'longer'.repeat(20)}`],
])('a title stays beside the scene: %s', async (_, title) => {
  const png = await drawShare({ brand: 'Keyturn', title })
  const gap = await sharp(png).extract({ left: 670, top: 0, width: 60, height: 630 }).raw().toBuffer()
  const paper = gap.subarray(0, 4)
  expect(gap.equals(Buffer.alloc(gap.length, paper))).toBe(true)
})
