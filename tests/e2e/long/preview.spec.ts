import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage, until } from '#tests/support/http.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const DRAFTED = 'Only an editor knows this'
const STEGA = /[\u200b-\u200d\u2060-\u2064\ufeff]/
const EDITING_CODE = /visual-editing|presentation\/refresh|data-sanity/

const secretOf = async ({ editor, studioUrl }: Product) =>
  (await createPreviewSecret(editor, 'test', studioUrl)).secret

async function previewCookie(product: Product): Promise<string> {
  const search = new URLSearchParams({ 'sanity-preview-secret': await secretOf(product) })
  const { headers } = await fetchPage(`${product.siteUrl}/api/preview/enable?${search}`)
  return headers.get('Set-Cookie')!.split(';')[0]!
}

test('visitors get no draft, no stega and no editing code, at any address', async ({ product }) => {
  const { siteUrl, editor } = product
  const types = ['siteSettings', 'page', 'article', 'policy', 'plan', 'faqItem']
  const documents = await editor.fetch<{ _id: string; _type: string; slug?: { current: string } }[]>(
    '*[_type in $types && !(_id in path("drafts.**"))]',
    { types },
  )
  const drafted = { title: DRAFTED, question: DRAFTED, description: DRAFTED, legalLine: null }
  const drafts = documents.map((document) => ({ ...document, ...drafted, _id: `drafts.${document._id}` }))
  const slug = { _type: 'slug', current: 'unborn' }
  drafts.push({ _id: 'drafts.policy-unborn', _type: 'policy', slug, ...drafted })
  const transaction = editor.transaction()
  for (const draft of drafts) transaction.createOrReplace(draft)
  await transaction.commit()
  try {
    const pages = documents.flatMap(({ _type, slug }) =>
      slug && _type !== 'plan' ? [`/${_type === 'article' ? 'resources/' : ''}${slug.current}`] : [],
    )
    const others = [
      '/',
      '/checkout',
      '/unborn',
      '/nothing-here',
      '/preview/ended',
      '/preview/shared?key=made-up',
    ]
    for (const path of [...pages, ...others, '/_root.data', '/pricing.data', '/unborn.data']) {
      const { html, headers } = await fetchPage(siteUrl + path)
      expect(html.includes(DRAFTED), `a draft at ${path}`).toBe(false)
      expect(STEGA.test(html), `stega at ${path}`).toBe(false)
      expect(EDITING_CODE.test(html), `editing code at ${path}`).toBe(false)
      expect(headers.get('Set-Cookie') ?? '', path).not.toMatch(/^(__Host-)?preview=[^;]/)
    }
    // A preview has all three, so the checks above can fail.
    const { html } = await fetchPage(`${siteUrl}/pricing`, { Cookie: await previewCookie(product) })
    for (const part of [DRAFTED, STEGA, EDITING_CODE]) expect(html).toMatch(part)
  } finally {
    const transaction = editor.transaction()
    for (const { _id } of drafts) transaction.delete(_id)
    await transaction.commit()
  }
})

test('the process stops while a preview listens to changes', async () => {
  const product = await startProduct({ worker: test.info().parallelIndex + 20 })
  try {
    const headers = { Cookie: await previewCookie(product) }
    const { status, body } = await fetch(`${product.siteUrl}/api/preview/changes`, { headers })
    expect(status).toBe(200)
    const stopped = product.stop()
    await body!.pipeTo(new WritableStream()) // rejects if the stream breaks off
    expect(await stopped).toBe(0)
  } finally {
    await product.stop()
  }
})

test.describe('an expired share link', () => {
  test.use({ expectedConsole: [/status of (410|403)/] })

  test('shows that it has expired, and its page is as published', async ({ product, page }) => {
    const { editor, siteUrl, studioUrl } = product
    const published = (await editor.getDocument('policy-refund-policy'))!
    await editor.createOrReplace({ ...published, _id: 'drafts.policy-refund-policy', title: DRAFTED })
    try {
      const hours = String(12 / 3600)
      const response = await fetch(`${siteUrl}/api/preview/share`, {
        method: 'POST',
        headers: { Origin: studioUrl },
        body: new URLSearchParams({ secret: await secretOf(product), id: 'policy-refund-policy', hours }),
      })
      const { url } = (await response.json()) as { url: string }
      await page.goto(url)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(DRAFTED)
      const status = async () => (await fetchPage(url)).status
      await until(status, (current) => current === 410, { everyMs: 200 })
      await page.reload()
      await expect(page.getByRole('heading', { name: 'This preview has expired' })).toBeVisible()
      await page.goto(`${url}x`)
      await expect(page.getByRole('heading', { name: 'This preview link isn’t valid' })).toBeVisible()
      await page.goto(`${siteUrl}/refund-policy`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund Policy')
    } finally {
      await editor.delete('drafts.policy-refund-policy')
    }
  })
})

test('documents appear at their "Show from" and disappear at their "Show until"', async ({ product }) => {
  const { editor, siteUrl } = product
  const article = (await editor.getDocument('article-speed-to-lead'))!
  const plan = (await editor.getDocument('plan-commercial-lead'))!
  const at = new Date(Date.now() + 8_000)
  const state = async () => {
    const [page, list, pricing] = await Promise.all(
      ['/resources/speed-to-lead', '/resources', '/pricing'].map((path) => fetchPage(siteUrl + path)),
    )
    return {
      article: page!.status === 200,
      listed: list!.html.includes('/resources/speed-to-lead"'),
      plan: /value="commercial-lead"/.test(pricing!.html),
    }
  }
  const current = async () => JSON.stringify(await state())
  const before = JSON.stringify({ article: false, listed: false, plan: true })
  const after = JSON.stringify({ article: true, listed: true, plan: false })
  try {
    await editor
      .transaction()
      .patch(article._id, (patch) => patch.set({ showFrom: at.toISOString() }))
      .patch(plan._id, (patch) => patch.set({ showUntil: at.toISOString() }))
      .commit()
    await until(current, (seen) => seen === before, { everyMs: 100 })
    await until(current, (seen) => seen !== before, { everyMs: 100 })
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime())
    await until(current, (seen) => seen === after, { everyMs: 100 })
  } finally {
    await editor.transaction().createOrReplace(article).createOrReplace(plan).commit()
  }
})
