import { expect, test } from '@playwright/test'
import { type Product, startProduct } from '#tests/support/product.ts'
import { read, until, words } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Issue A, "Site": a page that an editor adds appears under its slug; a document with a missing optional field renders
// without it; an unknown block is logged and left out.

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ worker: test.info().parallelIndex + 4 })
})
test.afterAll(() => product?.stop())

type Block = { _type: string; [field: string]: unknown }
const page = (slug: string, blocks: Block[] | null, more: object = {}) => ({
  _id: `page-${slug}`,
  _type: 'page',
  title: `The ${slug} page`,
  slug: { _type: 'slug', current: slug },
  ...(blocks && { blocks: blocks.map((block, index) => ({ _key: `b${index}`, ...block })) }),
  ...more,
})
const line = (text: string) => [
  {
    _key: 'l',
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 's', _type: 'span', text, marks: [] }],
  },
]

/** Publishes a page and resolves to what a visitor gets. */
async function publish(document: { _id: string; slug: { current: string } } & Record<string, unknown>) {
  await product.editor.createOrReplace(document as never)
  const address = `${product.siteUrl}/${document.slug.current}`
  await until(
    async () => (await read(address)).status,
    (status) => status !== 404,
  )
  return read(address)
}
const mainHeadings = (html: string) => html.match(/<h1\b/g) ?? []

test('a page that an editor adds appears under its slug, moves with it, and goes with it', async () => {
  const { editor, siteUrl } = product
  const status = async (slug: string) => (await read(`${siteUrl}/${slug}`)).status
  const added = await publish(
    page('spring-offer', [{ _type: 'pageHeader', heading: line('Spring is here') }]),
  )
  expect(added.status).toBe(200)
  expect(words(added.html)).toContain('Spring is here')
  expect(added.html).toContain('<title>The spring-offer page · Keyturn</title>')
  await editor.patch('page-spring-offer').set({ 'slug.current': 'summer-offer' }).commit()
  await until(
    () => status('summer-offer'),
    (code) => code === 200,
  )
  await until(
    () => status('spring-offer'),
    (code) => code === 404,
  )
  await editor.delete('page-spring-offer')
  await until(
    () => status('summer-offer'),
    (code) => code === 404,
  )
})

test('every kind of block, with nothing in it', async () => {
  const types = await product.editor.fetch<string[]>('array::unique(*[_type == "page"].blocks[]._type)')
  expect(types.length).toBeGreaterThan(14)
  for (const [index, type] of [...types, 'prose'].entries()) {
    const { status, html } = await publish(page(`bare-${index}`, [{ _type: type }]))
    expect(status, type).toBe(200)
    expect(mainHeadings(html), type).toHaveLength(1)
  }
  const { status, html } = await publish(
    page(
      'bare-all',
      types.map((_type) => ({ _type })),
    ),
  )
  expect(status).toBe(200)
  expect(mainHeadings(html)).toHaveLength(1)
})

test('no blocks, an empty list of them, no SEO: the title is the main heading', async () => {
  for (const [slug, blocks] of [
    ['no-blocks', null],
    ['empty-blocks', []],
  ] as const) {
    const { status, html } = await publish(page(slug, blocks as never))
    expect(status).toBe(200)
    expect(mainHeadings(html)).toHaveLength(1)
    expect(words(html)).toContain(`The ${slug} page`)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
  }
})

test('a block that the site does not know is left out, and the log says so', async () => {
  const { status, html } = await publish(
    page('unknown-block', [
      { _type: 'pageHeader', heading: line('What is known') },
      { _type: 'hologram', heading: line('What is not') },
    ]),
  )
  expect(status).toBe(200)
  expect(words(html)).toContain('What is known')
  expect(words(html)).not.toContain('What is not')
  await until(
    async () => product.output(),
    (said) => said.includes('"hologram"'),
  )
})

test('a field of a wrong type is left out, on its page and in Settings, and the log names it', async () => {
  const { editor, siteUrl } = product
  const text = [
    null,
    'words',
    { _key: 't', _type: 'block', children: [null, 7, { _type: 'span', text: {} }] },
  ]
  const { status, html } = await publish(
    page('wrong-types', [
      { _type: 'pageHeader', heading: line('What fits'), intro: text, buttons: [{ label: {}, href: 5 }] },
      { _type: 'prose', heading: { _type: 'slug', current: 'x' }, text: 'words' },
      { _type: 'tabs', tabs: [null, { _key: 'a', title: 5, text: 7 }], openTab: 'x' },
      { _type: 'hexagonCards', heading: ['x'], cards: [{ _key: 'c', title: {}, text: [{}] }] },
    ]),
  )
  expect(status).toBe(200)
  expect(words(html)).toContain('What fits')
  expect(html).not.toMatch(/\[object Object\]|NaN|<(h\d|p)(?: class="[^"]*")?><\/\1>/)
  await until(
    async () => product.output(),
    (said) => /"warn".*"page-wrong-types".*"blocks\[1\]\.heading"/.test(said),
  )
  const settings = (await editor.getDocument('siteSettings'))!
  const footerGroups = [null, 'x', { _key: 'g', title: {}, links: [null, 5, { _key: 'l', label: {} }] }]
  const wrong = {
    phone: 5,
    email: {},
    headerNav: [null, 'x'],
    legalLine: 'x',
    interfaceWords: { openMenu: {} },
  }
  await editor.createOrReplace({ ...settings, ...wrong, footerGroups, description: ['x'] })
  try {
    await until(
      async () => (await read(siteUrl)).html,
      (shown) => !shown.includes('tel:'),
    )
    for (const route of [...ROUTES, '/search?q=lead', '/sitemap.xml', '/feed.xml', '/site.webmanifest'])
      expect((await read(siteUrl + route)).status, route).toBe(200)
  } finally {
    await editor.createOrReplace(settings)
    await editor.delete('page-wrong-types')
  }
})

test('a slug that begins with a slash, and a link with two, as other systems write them, lead on, and all pages stay', async () => {
  const { editor, siteUrl } = product
  const imported = page('imported', [{ _type: 'pageHeader', heading: line('Imported') }])
  await editor.createOrReplace({ ...imported, slug: { current: '/imported' } } as never)
  const target = { _type: 'reference', _ref: 'page-imported', _weak: true }
  const settings = (await editor.getDocument('siteSettings'))!
  const elsewhere = { _key: 'e', _type: 'link', label: 'Elsewhere', href: '//elsewhere.example' }
  const headerNav = [
    ...settings.headerNav,
    { _key: 'i', _type: 'link', label: 'Imported', target },
    elsewhere,
  ]
  await editor.createOrReplace({ ...settings, headerNav })
  try {
    await until(
      async () => (await read(siteUrl)).html,
      (html) => html.includes('href="/%2Fimported"'),
    )
    for (const route of ROUTES) expect((await read(siteUrl + route)).status, route).toBe(200)
    const { status, html } = await read(`${siteUrl}/%2Fimported`)
    expect(status).toBe(200)
    expect(html).toContain('href="https://elsewhere.example"')
    expect(words(html)).toContain('Imported')
  } finally {
    await editor.createOrReplace(settings)
    await editor.delete('page-imported')
  }
})

test('links and quotes that point at nothing are left out', async () => {
  const nowhere = { _type: 'reference', _ref: 'page-that-never-was', _weak: true }
  const children = [
    { _key: 'a', _type: 'span', text: 'It costs ', marks: [] },
    { _key: 'b', _type: 'priceReference', plan: { ...nowhere, _ref: 'plan-that-never-was' }, show: 'price' },
    { _key: 'c', _type: 'priceReference', show: 'cap' },
    { _key: 'd', _type: 'settingReference' },
    { _key: 'e', _type: 'settingReference', setting: 'shoe size' },
    { _key: 'f', _type: 'span', text: ' and leads here', marks: ['m', 'gone', 'strong'] },
    { _key: 'g', _type: 'strangeThing', text: 'strange words' },
  ]
  const text = [
    {
      _key: 't',
      _type: 'block',
      style: 'blockquote',
      markDefs: [{ _key: 'm', _type: 'textLink', target: nowhere }],
      children,
    },
    { _key: 'u', _type: 'block' },
    { _key: 'v', _type: 'strangeBlock' },
  ]
  const link = { _type: 'link', label: 'Nowhere', target: nowhere }
  const { status, html } = await publish(
    page('broken', [
      {
        _type: 'pageHeader',
        heading: line('Broken'),
        intro: text,
        buttons: [
          { _key: 'x', ...link },
          { _key: 'y', _type: 'link' },
        ],
      },
      { _type: 'prose', text },
      { _type: 'faq', items: [{ _key: 'z', ...nowhere }] },
      {
        _type: 'appreciation',
        heading: 'Kept',
        picture: { _type: 'picture', asset: { _type: 'reference', _ref: 'image-0-1x1-png', _weak: true } },
      },
    ]),
  )
  expect(status).toBe(200)
  const shown = words(html)
  expect(shown).toContain('It costs (currently not on sale)')
  expect(shown).toContain('and leads here')
  expect(shown).toContain('Kept')
  expect(shown).not.toContain('Nowhere')
  expect(html).not.toMatch(/href="(undefined|null|)"|src="(undefined|null|)"|undefined<|>null</)
})

test('plans, articles and policies with their required fields alone', async () => {
  const { editor, siteUrl } = product
  const slug = (current: string) => ({ _type: 'slug', current })
  await editor
    .transaction()
    .createOrReplace({
      _id: 'plan-bare',
      _type: 'plan',
      kind: 'rate',
      title: 'Bare Lead',
      slug: slug('bare-lead'),
      price: 12.5,
    })
    .createOrReplace({ _id: 'plan-barer', _type: 'plan', kind: 'bundle' })
    .createOrReplace({
      _id: 'article-bare',
      _type: 'article',
      title: 'Bare article',
      slug: slug('bare-article'),
    })
    .createOrReplace({ _id: 'article-barer', _type: 'article' })
    .createOrReplace({ _id: 'policy-bare', _type: 'policy', title: 'Bare policy', slug: slug('bare-policy') })
    .createOrReplace({ _id: 'faq-bare', _type: 'faqItem' })
    .createOrReplace({ _id: 'partner-bare', _type: 'partner' })
    .commit()
  try {
    const pricing = async () => words((await read(`${siteUrl}/pricing`)).html)
    await until(pricing, (shown) => shown.includes('Bare Lead $12.50'), { everyMs: 50 }).catch(
      async (error) => expect(await pricing(), String(error)).toMatch(/Bare Lead.*\$12\.50/),
    )
    for (const route of ROUTES) expect((await read(siteUrl + route)).status, route).toBe(200)
    for (const address of ['/resources/bare-article', '/bare-policy']) {
      const { status, html } = await read(siteUrl + address)
      expect(status, address).toBe(200)
      expect(mainHeadings(html), address).toHaveLength(1)
      expect(html).not.toMatch(/Invalid Date|NaN|undefined</)
    }
  } finally {
    const ids = [
      'plan-bare',
      'plan-barer',
      'article-bare',
      'article-barer',
      'policy-bare',
      'faq-bare',
      'partner-bare',
    ]
    const removal = editor.transaction()
    for (const id of ids) removal.delete(id)
    await removal.commit()
  }
})

test('settings without anything optional: every page still answers', async () => {
  const { editor, siteUrl } = product
  const settings = (await editor.getDocument('siteSettings'))!
  await editor.createOrReplace({ _id: 'siteSettings', _type: 'siteSettings', brand: 'Bare Brand' })
  try {
    await until(
      async () => (await read(siteUrl)).html,
      (html) => html.includes('Bare Brand'),
    )
    for (const route of ROUTES) {
      const { status, html } = await read(siteUrl + route)
      expect(status, route).toBe(200)
      expect(html, route).toMatch(/<title>[^<]*Bare Brand<\/title>/)
      expect(html, route).not.toMatch(/aria-label="(undefined|null)"|>undefined<|>null</)
      expect(html, route).not.toMatch(/<(button|h1|h2)\b(?![^>]*aria-label)[^>]*><\/\1>/)
    }
    // Words that nobody has written yet are the starting content's.
    expect((await read(`${siteUrl}/pricing`)).html).toContain('Choose Plan')
    expect((await read(siteUrl)).html).toContain('aria-label="Open menu"')
  } finally {
    await editor.createOrReplace(settings)
  }
})

test('two documents of one slug: one of them answers, and no page fails', async () => {
  const { editor, siteUrl } = product
  await publish(page('twice', [{ _type: 'pageHeader', heading: line('First') }]))
  await publish({
    ...page('twice', [{ _type: 'pageHeader', heading: line('Second') }]),
    _id: 'page-twice-more',
  })
  const { status, html } = await read(`${siteUrl}/twice`)
  expect(status).toBe(200)
  expect(words(html)).toMatch(/First|Second/)
  await editor.delete('page-twice')
  await until(
    async () => words((await read(`${siteUrl}/twice`)).html),
    (shown) => shown.includes('Second'),
  )
})

test('settings, assistant and front page that an import broke stay as they were last; other documents are left out', async () => {
  const { editor, siteUrl } = product
  const ids = ['siteSettings', 'assistant', 'page-home']
  const before = await editor.getDocuments(ids)
  const odd: { _id: string; _type: string; [field: string]: unknown }[] = [
    { _id: 'siteSettings', _type: 'settings', title: 'Another project' },
    { _id: 'assistant', _type: 'assistant', greeting: { en: 'Hi' }, replies: 'x' },
    { _id: 'page-home', _type: 'page', title: ['x'], slug: { _type: 'slug', current: 'home' }, blocks: 'x' },
    {
      _id: 'plan-odd',
      _type: 'plan',
      kind: 'rate',
      title: {},
      slug: { current: 5 },
      price: '9',
      features: {},
    },
    { _id: 'faq-odd', _type: 'faqItem', question: ['x'], answer: 'x', order: {} },
    page('odd', [{ _type: 'hologram' }], { seo: 'x' }),
    {
      ...page('null', null),
      blocks: [null, 5, [], {}, { _type: 'planGrid', kind: {} }, { _type: 'faq', items: [5] }],
    },
  ]
  for (const document of odd) {
    await editor.delete(document._id)
    await editor.createOrReplace(document)
  }
  await until(
    async () => product.output(),
    (output) =>
      ids.every((id) => output.includes(`"document":"${id.replace('page-home', 'page \\"home\\"')}"`)),
  )
  try {
    for (const route of [
      ...ROUTES,
      '/checkout',
      '/readyz',
      '/odd',
      '/null',
      '/chat',
      '/search?q=lead',
      '/feed.xml',
      '/sitemap.xml',
    ])
      expect((await read(siteUrl + route)).status, route).toBe(200)
    const { html } = await read(siteUrl)
    expect(html).toContain('Keyturn')
    expect(html).toMatch(/<h1\b/)
    expect((await read(`${siteUrl}/chat`)).html).toContain('greeting')
    expect(product.output()).not.toContain('[object Object]')
  } finally {
    for (const { _id } of odd) await editor.delete(_id)
    for (const document of before) await editor.createOrReplace(document!)
  }
})
