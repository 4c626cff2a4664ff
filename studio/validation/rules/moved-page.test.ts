import { expect, test } from 'vitest'
import { movedPage } from '#studio/validation/rules/moved-page.ts'
import { findings, seeded, startingContent } from '#studio/validation/rules/rules.test-support.ts'

const slug = (current: string) => ({ slug: { _type: 'slug', current } })
const moved = (id: string, current: string, prefix = 'drafts.') =>
  seeded(id, { ...slug(current), _id: `${prefix}${id}` })
const inMenu = 'page-pricing'
const outside = 'article-speed-to-lead'
const redirect = { _id: 'r', from: '/pricing', to: null, target: inMenu, targetSlug: null }

test.each([
  ['a page of the navigation', moved(inMenu, 'prices'), 'Publish adds a redirect from /pricing', 'warning'],
  ['another page', moved(outside, 'other'), 'Publish offers to redirect', 'warning'],
  ['the front page', moved('page-home', 'start'), 'needs the address “home”', 'error'],
  ['a page that stays', moved(inMenu, 'pricing'), undefined, undefined],
  [
    'a page in a release',
    moved(inMenu, 'prices', 'versions.r1.'),
    'Add a redirect from /pricing to this',
    'error',
  ],
])('%s', (_, document, message, level) => {
  const id = document._id.replace(/^(?:drafts|versions\.r1)\./, '')
  const found = findings(movedPage, document, { published: seeded(id) })
  expect(found.map((one) => [one.message, one.level ?? movedPage.level])).toEqual(
    message ? [[expect.stringContaining(message), level]] : [],
  )
})

const { addresses } = startingContent
const successor = { _id: 'new', _type: 'page', slug: 'pricing', title: 'New' }

test.each([
  ['a redirect from there is in the release', { redirects: [redirect] }],
  [
    'another page takes its place',
    { addresses: [...addresses.filter(({ _id }) => _id !== inMenu), successor] },
  ],
])('a page may move in a release when %s', (_, content) => {
  const document = moved(inMenu, 'prices', 'versions.r1.')
  expect(findings(movedPage, document, { content, published: seeded(inMenu) })).toEqual([])
})
