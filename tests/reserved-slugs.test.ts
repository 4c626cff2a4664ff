import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RESERVED_SEGMENTS } from '#app/server/http/app.ts'
import { RESERVED_SLUGS } from '#studio/validation/reserved-slugs.ts'

test('no page can be published at an address of the site itself', () => {
  const routes = readdirSync(join(import.meta.dirname, '../app/routes'))
    .flatMap((file) => file.match(/^([a-z-](?:[a-z-]|\[\.\])*)_?\./)?.[1] ?? [])
    .map((name) => name.replaceAll('[.]', '.'))
    .filter((name) => name !== 'resources') // the page of the articles
  expect(routes.length).toBeGreaterThan(15)
  expect([...routes, ...RESERVED_SEGMENTS].filter((name) => !RESERVED_SLUGS.includes(name))).toEqual([])
})
