import { expect, test } from 'vitest'
import { readEnv } from '#studio/serve/env.ts'

test('unset and empty variables have their defaults', () => {
  expect(
    readEnv({ PORT: '', STUDIO_PORT: '4321', STUDIO_ALLOWED_ORIGINS: 'http://a:1/, https://b' }),
  ).toMatchObject({
    SITE_URL: 'http://localhost:3000',
    STUDIO_PORT: 4321,
    SANITY_DATASET: 'production',
    STUDIO_ALLOWED_ORIGINS: ['http://a:1', 'https://b'],
  })
})

test('the lake accepts the same ports, addresses and folders as the site', () => {
  expect(readEnv({ PORT: '65535' })).toMatchObject({ PORT: 65_535 })
  for (const SITE_URL of ['https://site.example//', ' HTTPS://Site.Example:443 '])
    expect(readEnv({ SITE_URL, DATA_DIR: ' /data ' })).toMatchObject({
      SITE_URL: 'https://site.example',
      DATA_DIR: '/data',
    })
})

test.each([
  ['STUDIO_PORT', '65520'],
  ['HOST_PORT', 'x'],
  ['SANITY_DATASET', 'UPPER'],
  ['SANITY_DATASET', '~live'], // an alias
  ['LAKE_QUERY_BUDGET_MS', '1.5'],
  ['SITE_URL', 'http://site/path'],
  ['STUDIO_ALLOWED_ORIGINS', 'http://a,b'],
])('%s=%s stops the start with a line that names it', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(`${name}=${JSON.stringify(value)} must be`)
})
