import { expect, test } from 'vitest'
import { altText } from '#studio/validation/rules/alt-text.ts'
import { findings } from '#studio/validation/rules/rules.test-support.ts'

const article = (picture: { _ref?: string; alt?: unknown } | undefined, field = 'picture') => ({
  _id: 'a',
  _type: 'article',
  [field]: picture && {
    _type: 'picture',
    ...(picture._ref && { asset: { _ref: picture._ref } }),
    alt: picture.alt,
  },
})
const before = { _ref: 'image-a-1x1-png', alt: 'A house' }
const other = { ...before, _ref: 'image-b-1x1-png' }

test.each([
  ['a description', before, undefined],
  ['no file yet', { alt: '' }, undefined],
  ['no description', { ...before, alt: undefined }, 'has no description'],
  ['an empty description', { ...before, alt: ' ' }, 'has no description'],
  ['another file, same description', other, 'was replaced'],
  ['another file and description', { ...other, alt: 'A bridge' }, undefined],
])('a picture with %s', (_, picture, message) => {
  const found = findings(altText, article(picture), { published: article(before) })
  expect(found.map((one) => [one.path.join('.'), one.message])).toEqual(
    message ? [['picture.alt', expect.stringContaining(message)]] : [],
  )
})

test('a picture at another place is not compared', () => {
  expect(findings(altText, article(other, 'logo'), { published: article(before) })).toEqual([])
  expect(findings(altText, article(other))).toEqual([])
})
