import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sirv from 'sirv'
import { buildIfChanged, STUDIO } from '#app/server/process/build.ts'
import { hostedLake, testCertificate } from '#studio/lake/test-hosted.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { NO_RATE_LIMITS } from '#tests/support/hosts.ts'
import { startProduct } from '#tests/support/product.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../../..')
const PROJECT = 'abc123'
/** The address that the Studio is built with; its scripts get the one of this run. */
const BUILT_FOR = 'https://site.invalid'
const DIST = 'node_modules/.cache/hosted-studio'
const FIRST_PAINT_MS = 120_000

type Handler = Parameters<typeof createServer>[1]

/** Ends TLS on a free port, as a proxy in front does. */
async function startTls(handle: Handler) {
  const server = createServer(await testCertificate(), handle)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, server }
}

test('an editor works the Inbox of a hosted project: site and Studio are on other origins, over HTTPS', async ({
  browser,
}, info) => {
  Object.assign(process.env, { SANITY_STUDIO_PROJECT_ID: PROJECT, SANITY_STUDIO_SITE_URL: BUILT_FOR })
  await buildIfChanged({ ...STUDIO, name: 'Studio of a hosted project', folder: DIST })

  let sitePort = ''
  const site = await startTls((req, res) => {
    const headers = { ...req.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.5' }
    const upstream = request({ port: sitePort, method: req.method, path: req.url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    upstream.on('error', () => res.destroy())
    req.pipe(upstream)
  })
  const files = sirv(join(root, DIST), { single: true, dev: true })
  const desk = await startTls((req, res) => {
    if (!req.url?.endsWith('.js')) return files(req, res)
    const script = readFileSync(join(root, DIST, req.url), 'utf8').replaceAll(BUILT_FOR, site.url)
    res.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  })
  const elsewhere = await startTls((_req, res) => res.end('another page'))
  const lake = await hostedLake({ dataDir: newFolder(), projectId: PROJECT, origins: [desk.url] })
  const product = await startProduct({
    worker: info.parallelIndex + 10,
    hosted: lake,
    env: {
      ...NO_RATE_LIMITS,
      SITE_URL: site.url,
      TRUST_PROXY: '1',
      STUDIO_URL: desk.url,
      SANITY_API_TOKEN: lake.token,
    },
  })
  sitePort = new URL(product.siteUrl).port
  const localStorage = [
    {
      name: `__studio_auth_token_${PROJECT}`,
      value: JSON.stringify({ token: lake.token, time: new Date().toISOString() }),
    },
  ]
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    proxy: { server: lake.env.HTTPS_PROXY, bypass: 'localhost' },
    storageState: { cookies: [], origins: [{ origin: desk.url, localStorage }] },
  })
  try {
    const sentToSite: string[] = []
    const page = await context.newPage()
    page.on('request', (sent) => {
      if (sent.url().startsWith(site.url)) sentToSite.push(JSON.stringify([sent.headers(), sent.postData()]))
    })
    await page.goto(`${desk.url}/inbox`)
    await page.getByRole('tab', { name: 'Reviews' }).click({ timeout: FIRST_PAINT_MS })
    const row = page.getByRole('row', { name: /shown, sample/ }).first()
    const hide = row.getByRole('button', { name: /^Hide: / })
    const name = (await hide.getAttribute('aria-label'))?.replace('Hide: ', '') ?? ''
    await hide.click()
    await expect(page.getByRole('button', { name: `Show: ${name}` })).toBeVisible()
    await page.getByRole('button', { name: `Show: ${name}` }).click()
    await expect(page.getByRole('button', { name: `Hide: ${name}` })).toBeVisible()

    expect(sentToSite.length).toBeGreaterThan(3)
    expect(sentToSite.join()).not.toContain(lake.token)
    expect(await lake.editor.fetch('count(*[_type == "staffSession"])')).toBe(0)
    expect(product.output()).not.toContain('Bearer')

    // A page elsewhere gets nothing, not even with a token.
    const [, token] = /"authorization":"Bearer ([^"]+)"/.exec(sentToSite.join()) ?? []
    const stranger = await context.newPage()
    await stranger.goto(elsewhere.url)
    const asked = await stranger.evaluate(
      ([url, token]) =>
        fetch(url!, { headers: { Authorization: `Bearer ${token}` } }).then(
          ({ status }) => status,
          () => 'refused',
        ),
      [`${site.url}/api/staff/enquiries`, token],
    )
    expect(token).toMatch(/^ey/)
    expect(asked).toBe('refused')
  } finally {
    await context.close()
    await product.stop()
    await lake.close()
    for (const { server } of [site, desk, elsewhere]) server.close().closeAllConnections()
  }
})
