import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { STUDIO } from '#app/server/process/build.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sourcesIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', '**/dist'] }).filter(
    (file) => !/\.test(-support)?\./.test(file),
  )
const importedBy = (file: string) =>
  [...read(file).matchAll(/(?:from|import) ?\(?'(?:#|(?:\.\.\/)+)((?:app|studio)\/[^']+)'/g)].map(
    ([, name]) => name as string,
  )

test('a file imports only from floors below its own, as README has them', () => {
  const [, floors = ''] = /floors below it: (.+?)\./s.exec(read('README.md')) ?? []
  const levels = new Map(
    floors
      .split('→')
      .flatMap((floor, level) => [...floor.matchAll(/`(\w+)`/g)].map(([, name]) => [name, level] as const)),
  )
  const nameOf = (file: string) => /^app\/(?:(root)\.|(\w+)\/)/.exec(file)?.slice(1).find(Boolean)
  const folders = new Set(sourcesIn('app').map(nameOf))
  expect([...folders].filter((name) => name !== undefined && !levels.has(name))).toEqual([])
  const upwards = sourcesIn('app').flatMap((file) =>
    importedBy(file).flatMap((imported) => {
      const [from, to] = [nameOf(file), nameOf(imported)]
      if (imported.startsWith('studio/')) return `${file} → ${imported}`
      if (from === undefined || to === undefined || from === to) return []
      return levels.get(to)! > levels.get(from)! ? [] : `${file} → ${imported}`
    }),
  )
  expect(upwards).toEqual([
    'app/content/queries.ts → app/blocks/article-list/query.ts',
    'app/content/queries.ts → app/blocks/query.ts',
  ])
})

test('of app the Studio and its lake import what lies in it itself, and the files of content that a build of the Studio is made of', () => {
  const imported = new Set(sourcesIn('studio').flatMap(importedBy))
  const ofApp = [...imported].filter((file) => file.startsWith('app/'))
  expect(ofApp).toContain('app/content/money.ts')
  expect(ofApp.filter((file) => !/^app\/[^/]+$/.test(file) && !STUDIO.sources.includes(file))).toEqual([])
})
