import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawShare } from '#app/seo/share-card-drawing.server.ts'

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

test.each([
  ['an emoji and a sign, which are left out', '🏡 Sell™ faster', 'Sell faster'],
  ['accents of two signs', 'Cafe\u0301', 'Café'],
  ['letters, and then is not drawn', '房屋', ''],
  ['some of its letters', 'Łódź homes', ''],
])('a title of which the font lacks %s', async (_, title, drawn) => {
  const [given, expected] = await Promise.all(
    [title, drawn].map((each) => drawShare({ brand: 'Keyturn', title: each })),
  )
  expect(given!.equals(expected!)).toBe(true)
})
