import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBackendEnv } from '#app/backend/env.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { STUDIO } from '#app/server/process/build.ts'
import { readEnv } from '#studio/lake/env.ts'

test('an empty environment is enough: everything local', () => {
  const env = parseEnv({})
  expect(env).toMatchObject({
    PORT: 3000,
    STUDIO_PORT: 3333,
    SITE_URL: 'http://localhost:3000',
    localLake: true,
  })
})

test('each variable that is read stands in .env.example and README, with what it is for, and no other', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  const listed = [...read('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  const asked = ['app/platform/environment.server.ts', 'app/backend/env.ts', 'studio/lake/env.ts']
    .flatMap((file) => [...read(file).matchAll(/^ {2,4}([A-Z][A-Z_]+):/gm)])
    .map(([, name]) => name)
  expect(asked).toEqual(expect.arrayContaining(['PORT', 'MAIL_TO', 'LAKE_QUERY_BUDGET_MS']))
  const setByTheStart = ['NODE_ENV', 'STUDIO_DEV_URL', 'STUDIO_KEY']
  expect(asked.filter((name) => ![...listed, ...setByTheStart].includes(name))).toEqual([])
  const readByTools = ['NO_PROXY', 'CHROMIUM_PATH', ...STUDIO.variables!]
  expect(listed.filter((name) => ![...asked, ...readByTools].includes(name))).toEqual([])
  const readme = read('README.md')
  expect(listed.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('an empty or blank variable counts as unset', () => {
  expect(parseEnv({ PORT: ' ', SANITY_PROJECT_ID: '', TRUST_PROXY: '  ' })).toMatchObject({
    PORT: 3000,
    localLake: true,
    TRUST_PROXY: 0,
  })
})

test('blanks around a folder and a token are none of them', () => {
  expect(parseEnv({ DATA_DIR: ' /data ', METRICS_TOKEN: '0123456789abcdef\n' })).toMatchObject({
    DATA_DIR: '/data',
    METRICS_TOKEN: '0123456789abcdef',
  })
})

test('a line end that a file of secrets, or one from Windows, left is no part of a value, in each part that reads it', () => {
  const variables = {
    DATABASE_URL: 'postgres://ann:word@database.example/keyturn',
    HOST_SECRET: 'x'.repeat(32),
    MAIL_FROM: 'desk@site.example',
    MAIL_TO: 'desk@site.example',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_ENV: 'live',
    SANITY_DATASET: 'staging',
    SESSION_SECRET: 'y'.repeat(32),
    SITE_URL: 'https://site.example',
    SMTP_URL: 'smtp://mail.example',
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
  [{ PORT: '70000' }, 'PORT'],
  [{ STUDIO_PORT: '65530' }, 'STUDIO_PORT'],
  [{ SITE_URL: 'ftp://x' }, 'SITE_URL'],
  [{ SITE_URL: 'www.site.example' }, 'SITE_URL'],
  [{ SITE_URL: 'https://site.example/shop' }, 'SITE_URL'],
  [{ SITE_URL: 'https://site.example/?a=b' }, 'SITE_URL'],
  [{ SITE_URL: 'https://user:word@site.example' }, 'SITE_URL'],
  [{ HOST_URL: 'localhost' }, 'HOST_URL'],
  [{ HOST_URL: 'https://a.example,https://b.example' }, 'HOST_URL'],
  [{ HOST_URL: 'https://host.example/api?key=1' }, 'HOST_URL'],
  [{ HOST_URL: 'https://user:word@host.example' }, 'HOST_URL'],
  [{ REVIEWS_HOST_URL: 'ftp://x' }, 'REVIEWS_HOST_URL'],
  [{ CDN_PURGE_URL: 'https://user:word@cdn.example/purge' }, 'CDN_PURGE_URL'],
  [{ STUDIO_URL: 'https://user@studio.example' }, 'STUDIO_URL'],
  [{ HTTP_PROXY: 'proxy' }, 'HTTP_PROXY'],
  [{ https_proxy: '10.0.0.1:3128' }, 'https_proxy'],
  [{ HTTPS_PROXY: 'proxy.example:3128' }, 'HTTPS_PROXY'],
  [{ SANITY_DATASET: 'UPPER CASE' }, 'SANITY_DATASET'],
  [{ DATA_DIR: '"/srv/keyturn"' }, 'DATA_DIR'],
  [{ DATA_DIR: '~/keyturn' }, 'DATA_DIR'],
  [{ HOST_URL: 'https://host.example?' }, 'HOST_URL'],
  [{ PAYPAL_ENV: 'production' }, 'PAYPAL_ENV'],
])('%j is refused in one line that names the variable', (source, name) => {
  expect(() => parseEnv(source)).toThrow(new RegExp(`^Bad environment: ${name}=[^\\n]+$`))
})

test.each([
  [{ PORT: 'http' }, 'PORT="http": must be a port from 1 to 65535'],
  [{ STUDIO_PORT: '70000' }, 'STUDIO_PORT="70000": must be a port from 1 to 65535'],
  [{ TRUST_PROXY: '11' }, 'TRUST_PROXY="11": must be a whole number from 0 to 10'],
  [{ BUDGET_POSTS_PER_MINUTE: '2.5' }, 'BUDGET_POSTS_PER_MINUTE="2.5": must be a whole number from 1 on'],
])('%j: what it must be is said once', (source, complaint) => {
  expect(() => parseEnv(source)).toThrow(new Error(`Bad environment: ${complaint}`))
})

test('a secret is never repeated in a complaint', () => {
  expect(() => parseEnv({ SESSION_SECRET: 'hunter2' })).toThrow(/^Bad environment: SESSION_SECRET=…: [^\n]+$/)
  for (const address of ['https://ann:hunter2@host.example', 'ann:hunter2@proxy:3128'])
    for (const name of ['SITE_URL', 'HOST_URL', 'HTTP_PROXY', 'CDN_PURGE_URL'])
      try {
        parseEnv({ [name]: address })
      } catch (error) {
        expect(String(error)).toContain(`${name}="`)
        expect(String(error)).not.toContain('hunter2')
      }
})

test('of a long value a complaint repeats the beginning, in each part that reads it; what must not be shown is not', () => {
  const long = 'x'.repeat(100_000)
  for (const read of [parseEnv, readBackendEnv, readEnv])
    for (const name of ['DATA_DIR', 'SANITY_DATASET'])
      expect(() => read({ [name]: long })).toThrow(
        new RegExp(
          `^(?:Bad environment: )?${name}="x{80}" and 99920 characters more:? must be [^\\n]{1,80}$`,
        ),
      )
  for (const password of [long, 'hun/ter', 'hun"ter', 'hun@ter', 'hun\nter'])
    expect(() => parseEnv({ SITE_URL: `https://ann:${password}@site.example/shop` })).toThrow(
      'SITE_URL="https://…@site.example/shop": must be',
    )
  expect(() => readBackendEnv({ MAIL_TO: 'ann@site' })).toThrow('MAIL_TO="ann@site" must be')
})

test('half of a PayPal account is none', () => {
  expect(() => parseEnv({ PAYPAL_CLIENT_ID: 'id' })).toThrow(/PAYPAL_CLIENT_SECRET/)
  expect(() => parseEnv({ PAYPAL_CLIENT_ID: 'id', HOST_URL: 'https://host.example' })).not.toThrow()
})

test.each([
  ['https://site.example/', 'https://site.example'],
  ['https://site.example//', 'https://site.example'],
  ['HTTPS://Site.Example:443', 'https://site.example'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
  ['https://größe.example', 'https://xn--gre-6ka8i.example'],
])('SITE_URL %s is %s, as browsers name it', (given, origin) => {
  expect(parseEnv({ SITE_URL: given }).SITE_URL).toBe(origin)
})

test('a slash at the end of a host’s address is not doubled by the paths behind it', () => {
  expect(parseEnv({ HOST_URL: 'https://host.example/api/' }).hostUrl).toBe('https://host.example/api')
  expect(parseEnv({ STUDIO_URL: 'https://studio.example/desk//' }).STUDIO_URL).toBe(
    'https://studio.example/desk',
  )
})
