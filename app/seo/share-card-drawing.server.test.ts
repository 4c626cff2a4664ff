import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawShareCard } from '#app/seo/share-card-drawing.server.ts'

test.each([
  ['a long word', 'Misrepresentation and Responsibilities'],
  ['a word longer than a line', `Lead-Generation-and-Transaction-Coordination ${'longer'.repeat(20)}`],
])('a title does not overlap the image: %s', async (_, title) => {
  const png = await drawShareCard({ brand: 'Keyturn', title })
  const gap = await sharp(png).extract({ left: 670, top: 0, width: 60, height: 630 }).raw().toBuffer()
  const paper = gap.subarray(0, 4)
  expect(gap.equals(Buffer.alloc(gap.length, paper))).toBe(true)
})

test.each([
  ['an emoji and a symbol', '🏡 Sell™ faster', 'Sell faster'],
  ['combining accents', 'Cafe\u0301', 'Café'],
  ['all letters', '房屋', ''],
  ['one letter, then nothing is drawn', 'Łódź homes', ''],
])('characters that the font lacks are left out of a title: %s', async (_, title, drawn) => {
  const [given, expected] = await Promise.all(
    [title, drawn].map((text) => drawShareCard({ brand: 'Keyturn', title: text })),
  )
  expect(given!.equals(expected!)).toBe(true)
})
