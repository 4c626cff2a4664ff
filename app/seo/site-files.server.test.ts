import { expect, test } from 'vitest'
import { webManifest } from '#app/seo/site-files.server.ts'
import { fixtureSettings } from '#tests/support/render.tsx'

test('the manifest omits a missing brand and description', () => {
  const manifest = webManifest({ ...fixtureSettings, brand: null, description: null })
  expect(manifest).not.toContain('null')
  expect(JSON.parse(webManifest(fixtureSettings))).toMatchObject({ name: fixtureSettings.brand })
})
