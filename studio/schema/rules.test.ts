import { type CustomValidator, createSchema, type SchemaTypeDefinition, validateDocument } from 'sanity'
import { expect, test } from 'vitest'
import { atLeastWide, isFreeAmong, noDrawing } from '#studio/schema/rules.ts'
import { schemaTypes } from '#studio/schema/types.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

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
  .filter(({ place }) => place !== 'redirect.from') // begins with a slash

test('there are lines that must be filled in', () => {
  expect(required.map(({ place }) => place)).toEqual(
    expect.arrayContaining(['page.title', 'plan.features.[]', 'link.label', 'siteSettings.planWords.choose']),
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

/** Where a document’s form says that something is wrong, as Publish is told. */
const errorsIn = async (document: object) => {
  const markers = await validateDocument({
    document: { _id: 'drafts.a', _createdAt: '', _updatedAt: '', _rev: '', ...document } as never,
    workspace: { schema, getClient: () => ({}), i18n: undefined } as never,
    environment: 'studio',
  })
  return markers.filter(({ level }) => level === 'error').map(({ path }) => path.join('.'))
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

/** A lake, whether an address is free there for a document, and what makes one. */
async function addresses() {
  const client = await seededClient()
  const document = (current: string) => ({ _type: 'page', title: current, slug: { _type: 'slug', current } })
  return {
    client,
    isFree: (slug: string, _id: string) =>
      isFreeAmong('page', 'policy')(slug, { document: { _id }, getClient: () => client } as never),
    stand: (_id: string, slug: string) => client.createOrReplace({ ...document(slug), _id }),
    release: (releaseId: string) =>
      client.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'asap' } }),
    goOut: (releaseId: string, publishedId: string, slug: string) =>
      client.createVersion({ releaseId, publishedId, document: document(slug) }),
  }
}

test('in a release two pages may change places, and a new one may come where one is taken down', async () => {
  const { client, isFree, release, goOut } = await addresses()
  await release('rSpring')
  await goOut('rSpring', 'page-pricing', 'about-us')
  const pricing = 'versions.rSpring.page-pricing'
  expect(await isFree('about-us', pricing)).toBe(false)
  await goOut('rSpring', 'page-about-us', 'pricing')
  expect(await isFree('about-us', pricing)).toBe(true)
  expect(await isFree('pricing', 'versions.rSpring.page-about-us')).toBe(true)
  expect(await isFree('pricing', 'drafts.page-about-us')).toBe(false)
  expect(await isFree('pricing', 'versions.rOther.page-about-us')).toBe(false)

  await client.unpublishVersion({ releaseId: 'rSpring', publishedId: 'page-how-it-works' })
  expect(await isFree('how-it-works', 'versions.rSpring.new')).toBe(true)
  expect(await isFree('privacy-policy', 'versions.rSpring.new')).toBe(false)
})

test('a page that stands at an address keeps it, whoever wants it: its copy, or a release', async () => {
  const { isFree, stand, release, goOut } = await addresses()
  await stand('drafts.copy', 'pricing')
  await release('rSpring')
  await goOut('rSpring', 'page-about-us', 'pricing')
  expect(await isFree('pricing', 'drafts.page-pricing')).toBe(true)
  expect(await isFree('pricing', 'versions.rOther.page-pricing')).toBe(true)
  expect(await isFree('pricing', 'drafts.copy')).toBe(false)
  await stand('imported', 'pricing')
  expect(await isFree('pricing', 'drafts.page-pricing')).toBe(false)
})
