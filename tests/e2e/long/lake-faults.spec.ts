import { expect, test } from '@playwright/test'
import { fetchPage, htmlToText, until } from '#tests/support/http.ts'
import { freePorts } from '#tests/support/ports.ts'
import { run } from '#tests/support/processes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('a site without any content answers 503 until the lake has content', async () => {
  const ports = await freePorts(test.info().parallelIndex + 4)
  const siteUrl = `http://localhost:${ports.site}`
  const env = { DATA_DIR: newFolder(), PORT: String(ports.site), STUDIO_PORT: String(ports.studio) }
  const running = [run(['app/server/main.ts'], env)]
  try {
    const alive = async () => (await fetchPage(`${siteUrl}/healthz`).catch(() => undefined))?.status
    await until(alive, (status) => status === 200, { withinMs: 60_000, everyMs: 50 })
    expect((await fetchPage(`${siteUrl}/readyz`)).status).toBe(503)
    const { status, html, headers } = await fetchPage(`${siteUrl}/pricing`)
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    expect(htmlToText(html)).toContain('Back in a moment')
    expect(html).not.toMatch(/LakeUnavailable|ECONNREFUSED|node_modules/)
    for (const file of ['sitemap.xml', 'feed.xml', 'site.webmanifest', '.well-known/security.txt']) {
      const answer = await fetchPage(`${siteUrl}/${file}`)
      expect([file, answer.status, answer.html]).toEqual([file, 503, 'Back in a moment.\n'])
    }

    const seeding = run(['studio/seed/main.ts', 'seed'], env)
    running.push(seeding)
    expect(await seeding.ended, seeding.stderr()).toBe(0)
    running.push(run(['studio/serve/main.ts'], env))
    const isReady = async () => (await fetchPage(`${siteUrl}/readyz`)).status === 200
    await until(isReady, Boolean, { withinMs: 60_000, everyMs: 50 })
    expect((await fetchPage(`${siteUrl}/pricing`)).status).toBe(200)
  } finally {
    await Promise.all(running.map((one) => one.stop()))
  }
})
