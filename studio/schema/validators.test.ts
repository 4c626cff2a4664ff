import { type CustomValidator, createSchema, type SchemaTypeDefinition, validateDocument } from 'sanity'
import { expect, test } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'
import { atLeastWide, noDrawing } from '#studio/schema/validators.ts'
import { startingContent } from '#studio/validation/rules/rules.test-support.ts'

type Field = SchemaTypeDefinition & { fields?: Field[]; of?: Field[]; options?: { list?: unknown } }

/** The lines of a type that somebody writes into, by their place. */
function linesOf(type: Field, place = type.name): [string, Field][] {
  const within = [...(type.fields ?? []), ...(type.of ?? [])]
  const line = ['string', 'text'].includes(type.type) && !type.options?.list
  return [
    ...(line ? [[place, type] as [string, Field]] : []),
    ...within.flatMap((field) => linesOf(field, `${place}.${field.name ?? '[]'}`)),
  ]
}

/** What a field's rule asks: the names of what was called on it, and its own validators. */
function ruleOf({ validation }: Field) {
  const asked: string[] = []
  const own: CustomValidator[] = []
  const rule: object = new Proxy(
    {},
    {
      get: (_, name: string) => (argument: unknown) => {
        asked.push(name)
        if (name === 'custom') own.push(argument as CustomValidator)
        return rule
      },
    },
  )
  if (typeof validation === 'function') validation(rule as never, undefined as never)
  return { asked, own }
}

const required = schemaTypes
  .flatMap((type) => linesOf(type as Field))
  .map(([place, field]) => ({ place, ...ruleOf(field) }))
  .filter(({ asked }) => asked.includes('required') && !asked.includes('email') && !asked.includes('regex'))
  .filter(({ place }) => place !== 'redirect.from') // starts with a slash

test('there are lines that must be filled in', () => {
  expect(required.map(({ place }) => place)).toEqual(
    expect.arrayContaining(['page.title', 'plan.features.[]', 'link.label', 'siteSettings.brand']),
  )
})

test.each(required)('spaces and what has no form don’t fill $place', async ({ own }) => {
  const says = (line: string | undefined) => Promise.all(own.map((ask) => ask(line, {} as never)))
  for (const nothing of [' ', '\n\t', '\u00A0\u2003', '\u200B\u200D\uFEFF'])
    expect(await says(nothing), JSON.stringify(nothing)).toContain('Required')
  for (const words of [undefined, 'Keyturn', ' 24/7 ', '🏡', '→'])
    expect(await says(words)).not.toContain('Required')
})

test.each([
  ['image-c951590c-1599x2000-jpg', false],
  ['image-c951590c-1600x900-webp', true],
  ['image-c951590c-200x60-svg', true],
  [undefined, true],
])('whether %s is wide enough for an article: %j', (_ref, enough) => {
  const said = atLeastWide(1600)({ asset: { _ref } }, {} as never)
  if (enough) expect(said).toBe(true)
  else expect(said).toMatch(/1599 pixels wide.*at least 1600/)
})

test('of a picture that is cropped counts what is left of it', () => {
  const asset = { _ref: 'image-c951590c-2400x1600-jpg' }
  const cropped = (left: number, right: number) =>
    atLeastWide(1600)({ asset, crop: { left, right } }, {} as never)
  expect(cropped(0, 0)).toBe(true)
  expect(cropped(0.2, 0.1)).toBe(true)
  expect(cropped(0.25, 0.25)).toMatch(/1200 pixels wide after cropping/)
})

test.each([
  ['image-c951590c-1200x630-svg', false],
  ['image-c951590c-1200x630-png', true],
  [undefined, true],
])('whether %s can stand on shared links: %j', (_ref, fits) => {
  const said = noDrawing(_ref ? { asset: { _ref } } : undefined, {} as never)
  if (fits) expect(said).toBe(true)
  else expect(said).toMatch(/PNG or JPEG/)
})

const schema = createSchema({ name: 'default', types: schemaTypes })
/** Answers what rules ask: the starting content, and that nothing else is published. */
const fetch = async (query: string) =>
  query.startsWith('*') ? null : { ...startingContent, releases: [], texts: [] }
const client = { config: () => ({ dataset: 'test' }), withConfig: () => ({ fetch }) }

/** Where a document’s form says that something is wrong, as Publish is told. */
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

test('the front page can’t be published with a time before or after which there is none', async () => {
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
])(
  'a mistake in %s keeps a document back only as long as the form shows that field',
  async (field, document, mistake, hiding) => {
    expect(await errorsIn({ ...document, ...mistake })).toContain(field)
    expect(await errorsIn({ ...document, ...mistake, ...hiding })).not.toContain(field)
  },
)

const unopened = [
  'https://exa mple.com',
  'https://example,com',
  'https://',
  'javascript:alert(1)',
  '/pricing',
]

test.each([
  ['companyUrl', (url: string) => ({ _type: 'siteSettings', companyUrl: url })],
  ['address.mapsUrl', (url: string) => ({ _type: 'siteSettings', address: { mapsUrl: url } })],
  ['headerButton.href', (href: string) => ({ _type: 'siteSettings', headerButton: { _type: 'link', href } })],
  ['url', (url: string) => ({ _type: 'partner', url })],
  ['logoUrl', (logoUrl: string) => ({ _type: 'partner', logoUrl })],
  [
    'answer._key:b.markDefs._key:m.href',
    (href: string) => ({
      _type: 'faqItem',
      answer: [
        { _key: 'b', _type: 'block', markDefs: [{ _key: 'm', _type: 'textLink', href }], children: [] },
      ],
    }),
  ],
])('no address that browsers cannot open is published as %s', async (place, document) => {
  for (const address of unopened) expect(await errorsIn(document(address)), address).toContain(place)
  expect(await errorsIn(document('https://www.example.com/a?b=c#d'))).not.toContain(place)
})
