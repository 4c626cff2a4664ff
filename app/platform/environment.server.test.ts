import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBackendEnv } from '#app/backend/env.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { STUDIO } from '#app/server/process/build.ts'
import { readEnv } from '#studio/serve/env.ts'

test('an empty environment is enough: everything local', () => {
  const env = parseEnv({})
  expect(env).toMatchObject({
    PORT: 3000,
    STUDIO_PORT: 3333,
    SITE_URL: 'http://localhost:3000',
    localLake: true,
  })
})

test('.env.example lists each variable that is read, and no other', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  const listed = [...read('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  const used = ['app/platform/environment.server.ts', 'app/backend/env.ts', 'studio/serve/env.ts']
    .flatMap((file) => [...read(file).matchAll(/^ {2,4}([A-Z][A-Z_]+):/gm)])
    .map(([, name]) => name)
  expect(used).toEqual(expect.arrayContaining(['PORT', 'MAIL_TO', 'LAKE_QUERY_BUDGET_MS']))
  const setByTheStart = ['NODE_ENV', 'STUDIO_DEV_URL', 'STUDIO_KEY']
  expect(used.filter((name) => ![...listed, ...setByTheStart].includes(name))).toEqual([])
  const readByTools = ['NO_PROXY', 'CHROMIUM_PATH', ...STUDIO.variables!]
  expect(listed.filter((name) => ![...used, ...readByTools].includes(name))).toEqual([])
})

test('an empty or blank variable counts as unset, and blanks around a value are removed', () => {
  const env = parseEnv({ PORT: ' ', SANITY_PROJECT_ID: '', TRUST_PROXY: '  ', DATA_DIR: ' /data\n' })
  expect(env).toMatchObject({ PORT: 3000, localLake: true, TRUST_PROXY: 0, DATA_DIR: '/data' })
})

test('line ends after values are ignored', () => {
  const variables = {
    DATABASE_URL: 'postgres://ann:word@database.example/keyturn',
    HOST_SECRET: 'x'.repeat(32),
    MAIL_TO: 'desk@site.example',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    SITE_URL: 'https://site.example',
  }
  const fromFile = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, `${value}\r\n`]),
  )
  for (const read of [parseEnv, readBackendEnv, readEnv]) expect(read(fromFile)).toEqual(read(variables))
})

test('a project id means the hosted lake', () => {
  expect(parseEnv({ SANITY_PROJECT_ID: 'abc123' })).toMatchObject({
    localLake: false,
    SANITY_DATASET: 'production',
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ STUDIO_PORT: '65530' }, 'STUDIO_PORT'],
  [{ SITE_URL: 'www.site.example' }, 'SITE_URL'],
  [{ SITE_URL: 'https://site.example/shop' }, 'SITE_URL'],
  [{ SITE_URL: 'https://user:word@site.example' }, 'SITE_URL'],
  [{ HOST_URL: 'localhost' }, 'HOST_URL'],
  [{ HOST_URL: 'https://a.example,https://b.example' }, 'HOST_URL'],
  [{ HOST_URL: 'https://host.example/api?key=1' }, 'HOST_URL'],
  [{ CDN_PURGE_URL: 'https://user:word@cdn.example/purge' }, 'CDN_PURGE_URL'],
  [{ https_proxy: '10.0.0.1:3128' }, 'https_proxy'],
  [{ SANITY_DATASET: 'UPPER CASE' }, 'SANITY_DATASET'],
  [{ DATA_DIR: '"/srv/keyturn"' }, 'DATA_DIR'],
  [{ DATA_DIR: '~/keyturn' }, 'DATA_DIR'],
  [{ PAYPAL_ENV: 'production' }, 'PAYPAL_ENV'],
  [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS'],
  [{ PAGE_CACHE_MB: '64 MB' }, 'PAGE_CACHE_MB'],
  [{ MEDIA_CACHE_MB: '-1' }, 'MEDIA_CACHE_MB'],
])('%j is refused in one line that names the variable', (source, name) => {
  expect(() => parseEnv(source)).toThrow(new RegExp(`^Bad environment: ${name}=[^\\n]+$`))
})

test('an error names the allowed values', () => {
  expect(() => parseEnv({ PORT: '70000' })).toThrow(
    new Error('Bad environment: PORT="70000": must be a port from 1 to 65535'),
  )
})

test('an error shows no secret, and only the beginning of a long value', () => {
  expect(() => parseEnv({ SESSION_SECRET: 'hunter2' })).toThrow(/^Bad environment: SESSION_SECRET=…: [^\n]+$/)
  for (const password of ['hunter2', 'hun/ter', 'hun@ter', 'hun\nter'])
    expect(() => parseEnv({ SITE_URL: `https://ann:${password}@site.example/shop` })).toThrow(
      'SITE_URL="https://…@site.example/shop": must be',
    )
  expect(() => parseEnv({ HTTP_PROXY: 'ann:hunter2@proxy:3128' })).toThrow('HTTP_PROXY="…@proxy:3128"')
  for (const read of [parseEnv, readBackendEnv, readEnv])
    expect(() => read({ DATA_DIR: 'x'.repeat(100_000) })).toThrow(
      /DATA_DIR="x{80}" and 99920 characters more/,
    )
})

test('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are set together or not at all', () => {
  expect(() => parseEnv({ PAYPAL_CLIENT_ID: 'id' })).toThrow(/PAYPAL_CLIENT_SECRET/)
  expect(() => parseEnv({ PAYPAL_CLIENT_ID: 'id', HOST_URL: 'https://host.example' })).not.toThrow()
})

test.each([
  ['https://site.example/', 'https://site.example'],
  ['HTTPS://Site.Example:443', 'https://site.example'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
  ['https://größe.example', 'https://xn--gre-6ka8i.example'],
])('SITE_URL %s is stored as %s, the origin that browsers send', (value, origin) => {
  expect(parseEnv({ SITE_URL: value }).SITE_URL).toBe(origin)
})

test('HOST_URL names another backend, unless it shares HOST_SECRET', () => {
  const HOST_URL = 'http://localhost:4000'
  expect(parseEnv({ HOST_URL }).embeddedHost).toBe(false)
  expect(parseEnv({ HOST_URL, HOST_SECRET: 'x'.repeat(32) }).embeddedHost).toBe(true)
})

test('a slash at the end of a base URL is removed', () => {
  expect(parseEnv({ HOST_URL: 'https://host.example/api/' }).hostUrl).toBe('https://host.example/api')
  expect(parseEnv({ STUDIO_URL: 'https://studio.example/desk//' }).STUDIO_URL).toBe(
    'https://studio.example/desk',
  )
})
