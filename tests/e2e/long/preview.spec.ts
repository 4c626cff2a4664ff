import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { expect, test } from '#tests/support/fixtures.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { read, until } from '#tests/support/reading.ts'

/** What a draft says that nobody may read. */
const DRAFTED = 'Only an editor knows this'
const STEGA = /[\u200b-\u200d\u2060-\u2064\ufeff]/
const EDITING_CODE = /sanity-visual-editing|presentation\/refresh|data-sanity-overlay/

const ENABLE = '/api/preview/enable'
const secretOf = async ({ editor, studioUrl }: Product) =>
  (await createPreviewSecret(editor, 'test', studioUrl)).secret
const enableUrl = ({ siteUrl }: Product, secret: string, path = '/') =>
  `${siteUrl}${ENABLE}?sanity-preview-secret=${encodeURIComponent(secret)}&sanity-preview-pathname=${encodeURIComponent(path)}&sanity-preview-perspective=drafts`

/** The cookie of somebody who may see drafts. */
async function previewCookie(product: Product): Promise<string> {
  const { headers } = await read(enableUrl(product, await secretOf(product)))
  return headers.get('Set-Cookie')!.split(';')[0]!
}

async function sharedLink(product: Product, id: string, hours: number): Promise<string> {
  const answer = await fetch(`${product.siteUrl}/api/preview/share`, {
    method: 'POST',
    headers: { Origin: product.studioUrl },
    body: new URLSearchParams({ secret: await secretOf(product), id, hours: String(hours) }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { url: string }).url
}

/** Drafts of settings, of a document of each kind, and of a page that was never published. */
async function draftEverything({ editor }: Product): Promise<string[]> {
  const documents = await editor.fetch<{ _id: string; _type: string }[]>(
    '*[_type in ["siteSettings", "page", "article", "policy", "plan", "faqItem"] && !(_id in path("drafts.**"))]',
  )
  const fields: Record<string, object> = {
    siteSettings: { description: DRAFTED, legalLine: null },
    faqItem: { question: DRAFTED },
  }
  const drafts = documents.map((document) => ({
    ...document,
    ...(fields[document._type] ?? { title: DRAFTED }),
    _id: `drafts.${document._id}`,
  }))
  drafts.push({
    _id: 'drafts.policy-unborn',
    _type: 'policy',
    title: DRAFTED,
    slug: { _type: 'slug', current: 'unborn' },
  } as (typeof drafts)[number])
  const transaction = editor.transaction()
  for (const draft of drafts) transaction.createOrReplace(draft)
  await transaction.commit()
  return drafts.map(({ _id }) => _id)
}

async function addresses({ visitor }: Product): Promise<string[]> {
  const slugs = await visitor.fetch<{ top: string[]; articles: string[] }>(
    '{"top": *[_type in ["page", "policy"]].slug.current, "articles": *[_type == "article"].slug.current}',
  )
  return [
    ...slugs.top.map((slug) => (slug === 'home' ? '/' : `/${slug}`)),
    ...slugs.articles.map((slug) => `/resources/${slug}`),
    '/checkout',
    '/unborn',
    '/nothing-here',
    '/resources/nothing',
    '/preview/ended',
    '/preview/shared?key=made-up',
  ]
}

/** Every module that a page's HTML names, and what those import; not what only a preview asks for (`visual-editing-*.js`). */
async function modulesOf(
  siteUrl: string,
  pages: string[],
): Promise<{ code: Map<string, string>; left: Set<string> }> {
  const named = (text: string) =>
    [...text.matchAll(/["'`(](?:\.\/|\/?assets\/)([\w$.~-]+\.js)["'`)]/g)].map(([, file]) => file!)
  const code = new Map<string, string>()
  const left = new Set<string>()
  const waiting = pages.flatMap(named)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (code.has(file)) continue
    if (/^visual-editing-/.test(file)) {
      left.add(file)
      continue
    }
    const answer = await read(`${siteUrl}/assets/${file}`)
    expect(answer.status, file).toBe(200)
    code.set(file, answer.html)
    // Beside what is imported stands Vite's list of what a lazy chunk would need before it: nothing is loaded by that.
    waiting.push(...named(answer.html.replace(/\bm\.f=\[[^\]]*\]/, '')))
  }
  return { code, left }
}

test('visitors get no draft, no invisible marks and no editing code, on any address', async ({ product }) => {
  const { siteUrl, editor } = product
  const drafts = await draftEverything(product)
  try {
    const pages = await Promise.all(
      (await addresses(product)).map(async (path) => ({ path, ...(await read(siteUrl + path)) })),
    )
    const data = await Promise.all(
      ['/_root.data', '/pricing.data', '/resources.data', '/unborn.data', '/chat'].map(async (path) => ({
        path,
        ...(await read(siteUrl + path)),
      })),
    )
    expect(pages.find(({ path }) => path === '/unborn')?.status).toBe(404)
    for (const { path, html, headers } of [...pages, ...data]) {
      expect(html.includes(DRAFTED), `a draft at ${path}`).toBe(false)
      expect(STEGA.test(html), `invisible marks at ${path}`).toBe(false)
      expect(html.includes('data-sanity'), `data-sanity at ${path}`).toBe(false)
      expect(EDITING_CODE.test(html), `editing code at ${path}`).toBe(false)
      expect(headers.get('Set-Cookie') ?? '', path).not.toMatch(/^(__Host-)?preview=[^;]/)
    }
    const { code, left } = await modulesOf(
      siteUrl,
      pages.map(({ html }) => html),
    )
    expect(code.size).toBeGreaterThan(10)
    expect([...code].filter(([, text]) => EDITING_CODE.test(text)).map(([file]) => file)).toEqual([])

    // The same question, asked of a preview, finds all three: the test can fail.
    const Cookie = await previewCookie(product)
    const preview = await read(`${siteUrl}/pricing`, { Cookie })
    expect(preview.html).toContain(DRAFTED)
    expect(preview.html).toMatch(STEGA)
    expect(preview.html).toContain('data-sanity')
    expect((await read(`${siteUrl}/unborn`, { Cookie })).status).toBe(200)
    expect(left.size).toBe(1)
  } finally {
    const transaction = editor.transaction()
    for (const id of drafts) transaction.delete(id)
    await transaction.commit()
  }
})

test('a preview is kept by nobody and found by no search engine', async ({ product }) => {
  const Cookie = await previewCookie(product)
  for (const path of [
    '/',
    '/pricing',
    '/resources/speed-to-lead',
    '/pricing.data',
    '/nothing-here',
    '/chat',
  ]) {
    const { headers } = await read(product.siteUrl + path, { Cookie })
    expect(headers.get('Cache-Control'), path).toBe('private, no-store')
    expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
  }
})

test('absent, wrong and used secrets open no preview', async ({ product }) => {
  const used = await secretOf(product)
  expect((await read(enableUrl(product, used))).status).toBe(307)
  for (const url of [
    `${product.siteUrl}${ENABLE}`,
    enableUrl(product, ''),
    enableUrl(product, 'wrong'),
    enableUrl(product, used),
  ]) {
    const { status, headers, html } = await read(url)
    expect(status, url).toBe(401)
    expect(headers.get('Set-Cookie')).toBeNull()
    expect(html).toContain('wrong, has expired or was used before')
  }
  for (const path of ['/api/preview/share', '/api/preview/perspective']) {
    const answer = await fetch(product.siteUrl + path, {
      method: 'POST',
      headers: { Origin: product.siteUrl },
      body: new URLSearchParams({ secret: used, id: 'page-home', hours: '1' }),
    })
    expect(answer.status, path).toBe(401)
  }
  expect((await read(`${product.siteUrl}/api/preview/changes`)).status).toBe(401)
})

test('a preview leads nowhere but to this site, and out again', async ({ product }) => {
  const { siteUrl } = product
  const { headers } = await read(enableUrl(product, await secretOf(product), 'https://evil.example/'))
  expect(headers.get('Location')).toBe('/')
  const left = await read(`${siteUrl}/api/preview/disable?to=//evil.example/`)
  expect(left.headers.get('Location')).toBe('/')
  expect(left.headers.get('Set-Cookie')).toMatch(/^preview=;.*Max-Age=0/)
})

test('a stop ends the stream by which a preview hears of changes, and is not held up by it', async () => {
  const product = await startProduct({ worker: test.info().parallelIndex + 20 })
  try {
    const headers = { Cookie: await previewCookie(product) }
    const { status, body } = await fetch(`${product.siteUrl}/api/preview/changes`, { headers })
    expect(status).toBe(200)
    const stopped = product.stop()
    // One that is broken off, as everything is that goes on for too long, rejects.
    await body!.pipeTo(new WritableStream())
    expect(await stopped).toBe(0)
  } finally {
    await product.stop()
  }
})

test('what a guest is told stands below the whole page, and beside the chat’s button', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await sharedLink(product, 'policy-refund-policy', 1))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const words = [
    page.getByRole('contentinfo').getByText('All rights reserved'),
    page.getByRole('button', { name: 'Chat with our assistant' }),
    page.getByRole('link', { name: 'Leave preview' }),
  ]
  for (const seen of words) {
    await expect(seen).toBeInViewport({ ratio: 1 })
    const { x, y, width, height } = (await seen.boundingBox())!
    const onTop = seen.evaluate((element, at) => element.contains(document.elementFromPoint(...at)), [
      x + width / 2,
      y + height / 2,
    ] as [number, number])
    expect(await onTop, (await seen.textContent())!).toBe(true)
  }
})

test.describe('a link whose time is over', () => {
  test.use({ expectedConsole: [/status of (410|403)/] })

  test('stops at its time, and the page that it was for says so', async ({ product, page }) => {
    const { editor, siteUrl } = product
    const published = (await editor.getDocument('policy-refund-policy'))!
    await editor.createOrReplace({ ...published, _id: 'drafts.policy-refund-policy', title: DRAFTED })
    try {
      const link = await sharedLink(product, 'policy-refund-policy', 12 / 3600)
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(DRAFTED)
      expect(STEGA.test(await page.content())).toBe(false)

      await until(
        async () => (await read(link)).status,
        (status) => status === 410,
        { everyMs: 200 },
      )
      await page.reload()
      await expect(page.getByRole('heading', { name: 'This preview has expired' })).toBeVisible()
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'This preview has expired' })).toBeVisible()
      await page.goto(`${link}x`)
      await expect(page.getByRole('heading', { name: 'This preview link isn’t valid' })).toBeVisible()
      await page.goto(`${siteUrl}/refund-policy`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund Policy')
    } finally {
      await editor.delete('drafts.policy-refund-policy')
    }
  })
})

test('the site says which version it serves, to the Studio and to no other site', async ({ product }) => {
  const { siteUrl, studioUrl, editor } = product
  const ask = async (id: string, origin: string) =>
    fetch(`${siteUrl}/api/content-revision?id=${id}`, { headers: { Origin: origin } })
  const id = 'plan-commercial-lead'
  const before = await editor.getDocument(id)
  const first = await ask(id, studioUrl)
  expect(first.headers.get('Access-Control-Allow-Origin')).toBe(studioUrl)
  expect(await first.json()).toMatchObject({ rev: before!._rev, following: true })

  const { _rev } = await editor.patch(id).set({ summary: 'For a moment' }).commit()
  await until(
    async () => (await (await ask(id, studioUrl)).json()).rev,
    (rev) => rev === _rev,
  )
  await editor.createOrReplace(before!)

  expect((await ask(id, 'https://evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(await (await ask('nothing', studioUrl)).json()).toMatchObject({ rev: null })
  expect((await fetch(`${siteUrl}/api/content-revision`)).status).toBe(400)
})

test('what has a “Show from” or “Show until” comes and goes by itself, everywhere at once', async ({
  product,
}) => {
  const { editor, siteUrl } = product
  const article = (await editor.getDocument('article-speed-to-lead'))!
  const plan = (await editor.getDocument('plan-commercial-lead'))!
  const at = new Date(Date.now() + 8_000)
  const state = async () => {
    const [page, list, pricing] = await Promise.all(
      ['/resources/speed-to-lead', '/resources', '/pricing'].map((path) => read(siteUrl + path)),
    )
    return {
      article: page!.status === 200,
      listed: list!.html.includes('/resources/speed-to-lead"'),
      plan: /value="commercial-lead"/.test(pricing!.html),
    }
  }
  const asked = async () => JSON.stringify(await state())
  const before = JSON.stringify({ article: false, listed: false, plan: true })
  const after = JSON.stringify({ article: true, listed: true, plan: false })
  try {
    await editor
      .transaction()
      .patch(article._id, (patch) => patch.set({ showFrom: at.toISOString() }))
      .patch(plan._id, (patch) => patch.set({ showUntil: at.toISOString() }))
      .commit()
    await until(asked, (seen) => seen === before, { everyMs: 100 })
    await until(asked, (seen) => seen !== before, { everyMs: 100 })
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime())
    await until(asked, (seen) => seen === after, { everyMs: 100 })
  } finally {
    await editor.transaction().createOrReplace(article).createOrReplace(plan).commit()
  }
})
