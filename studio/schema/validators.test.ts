import { createSchema, validateDocument } from 'sanity'
import { expect, test } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'
import { atLeastWide, notSvg } from '#studio/schema/validators.ts'
import { startingContent } from '#studio/validation/rules/rules.test-support.ts'

test.each([
  [{ asset: { _ref: 'image-c951590c-1599x2000-jpg' } }, /1599 pixels wide and.*at least 1600/],
  [
    { asset: { _ref: 'image-c951590c-2400x1600-jpg' }, crop: { left: 0.25, right: 0.25 } },
    /1200 pixels wide after/,
  ],
  [{ asset: { _ref: 'image-c951590c-1600x900-webp' } }, true],
  [{ asset: { _ref: 'image-c951590c-200x60-svg' } }, true],
  [undefined, true],
])('the width of %j is checked', async (picture, expected) => {
  const result = await atLeastWide(1600)(picture, {} as never)
  if (expected === true) expect(result).toBe(true)
  else expect(result).toMatch(expected as RegExp)
})

test('an image for shared links must not be an SVG', () => {
  const check = (_ref: string) => notSvg({ asset: { _ref } }, {} as never)
  expect(check('image-c951590c-1200x630-svg')).toMatch(/PNG or JPEG/)
  expect(check('image-c951590c-1200x630-png')).toBe(true)
})

const schema = createSchema({ name: 'default', types: schemaTypes })
/** Answers the rules' queries with the starting content. */
const fetch = async (query: string) =>
  query.startsWith('*') ? null : { ...startingContent, releases: [], texts: [] }
const client = { config: () => ({ dataset: 'test' }), withConfig: () => ({ fetch }) }

/** Returns the paths of a document's validation errors. */
const errorsIn = async (document: object) => {
  const markers = await validateDocument({
    document: { _id: 'drafts.a', _createdAt: '', _updatedAt: '', _rev: '', ...document } as never,
    workspace: { schema, getClient: () => client, i18n: undefined } as never,
    environment: 'studio',
  })
  const nameOf = (part: unknown) =>
    typeof part === 'object' ? `_key:${(part as { _key: string })._key}` : part
  return markers.filter(({ level }) => level === 'error').map(({ path }) => path.map(nameOf).join('.'))
}

test('the front page has no "Show from" and "Show until"', async () => {
  const dates = { showFrom: '2099-01-01T00:00:00Z', showUntil: '2099-02-01T00:00:00Z' }
  const page = (current: string) => errorsIn({ _type: 'page', slug: { current }, ...dates })
  expect(await page('home')).toEqual(expect.arrayContaining(['showFrom', 'showUntil']))
  expect(await page('autumn')).not.toEqual(expect.arrayContaining(['showFrom']))
})

test.each([
  ['credit', { _type: 'plan', kind: 'bundle' }, { credit: -5 }, { kind: 'rate' }],
  ['cap', { _type: 'plan', kind: 'rate' }, { cap: 99.5 }, { kind: 'bundle' }],
  [
    'logoUrl',
    { _type: 'partner' },
    { logoUrl: 'logo.png' },
    { logo: { asset: { _ref: 'image-a-1x1-png' } } },
  ],
])('an error in %s counts only while the form shows that field', async (field, document, mistake, hiding) => {
  expect(await errorsIn({ ...document, ...mistake })).toContain(field)
  expect(await errorsIn({ ...document, ...mistake, ...hiding })).not.toContain(field)
})

test.each([' ', '\u00A0\u2003', '\u200B\u200D\uFEFF'])('required fields reject %j', async (blank) => {
  const errors = await errorsIn({
    _type: 'page',
    title: blank,
    blocks: [
      {
        _key: 'a',
        _type: 'statement',
        text: [{ _key: 'b', _type: 'block', children: [{ _type: 'span', text: blank }] }],
      },
    ],
  })
  expect(errors).toEqual(expect.arrayContaining(['title', 'blocks._key:a.text']))
})

test('the open tab is one of the tabs', async () => {
  const block = (openTab: number) => ({ _key: 'a', _type: 'tabs', tabs: [{}, {}], openTab })
  const errors = (openTab: number) => errorsIn({ _type: 'page', blocks: [block(openTab)] })
  expect(await errors(3)).toContain('blocks._key:a.openTab')
  expect(await errors(2)).not.toContain('blocks._key:a.openTab')
})

const INVALID = ['https://exa mple.com', 'https://', 'javascript:alert(1)', '/pricing']

test.each([
  ['companyUrl', (url: string) => ({ _type: 'siteSettings', companyUrl: url })],
  ['headerButton.href', (href: string) => ({ _type: 'siteSettings', headerButton: { _type: 'link', href } })],
  ['url', (url: string) => ({ _type: 'partner', url })],
  [
    'answer._key:b.markDefs._key:m.href',
    (href: string) => ({
      _type: 'faqItem',
      answer: [
        { _key: 'b', _type: 'block', markDefs: [{ _key: 'm', _type: 'textLink', href }], children: [] },
      ],
    }),
  ],
])('an address that browsers cannot open is an error in %s', async (place, document) => {
  for (const address of INVALID) expect(await errorsIn(document(address)), address).toContain(place)
  expect(await errorsIn(document('https://www.example.com/a?b=c#d'))).not.toContain(place)
})
