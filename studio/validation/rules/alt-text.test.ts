import { expect, test } from 'vitest'
import { altText } from '#studio/validation/rules/alt-text.ts'
import { findings } from '#studio/validation/rules/rules.test-support.ts'

const asset = { _ref: 'image-a-1x1-png' }

test.each([
  ['a description', { asset, alt: 'A house' }, 0],
  ['no file yet', { alt: '' }, 0],
  ['no description', { asset }, 1],
  ['an empty description', { asset, alt: ' ' }, 1],
])('an image with %s', (_, picture, count) => {
  const found = findings(altText, { _id: 'a', _type: 'article', picture: { _type: 'picture', ...picture } })
  expect(found.map(({ path }) => path.join('.'))).toEqual(count ? ['picture.alt'] : [])
})
