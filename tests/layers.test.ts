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
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import) ?\(?'(?:#|(?:\.\.\/)+)((?:app|studio)\/[^']+)'/g)].map(
    ([, name]) => name as string,
  )

/** From top to bottom. A folder may import from the layers below its own. */
const LAYERS = [
  ['server'],
  ['root', 'routes'],
  ['layout'],
  ['search', 'analytics', 'preview'],
  ['seo', 'blocks'],
  ['contact', 'reviews', 'checkout', 'chat', 'staff'],
  ['forms'],
  ['host'],
  ['content'],
  ['ui'],
  ['platform'],
]
const STUDIO_LAYERS = [
  ['checks', 'help', 'inbox', 'publish', 'seed', 'structure'],
  ['serve'],
  ['presentation'],
  ['schema'],
  ['ui'],
  ['lake', 'validation'],
]
/** Folders with their own process, and the folders that they import. Only operator commands import from them. */
const SEPARATE_PROCESSES: Record<string, string[]> = {
  backend: ['content', 'platform', 'paypal-sandbox'],
  'paypal-sandbox': ['platform'],
}

const folderOf = (file: string) => /^app\/(?:(root)\.|([\w-]+)\/)/.exec(file)?.slice(1).find(Boolean)
const layerOf = (folder: string, layers = LAYERS) => layers.findIndex((layer) => layer.includes(folder))

/** Operator commands are separate processes, which work on the data of all parts. */
const OPERATOR_COMMANDS = 'app/server/operations/'
/** Checks the variables of all parts. */
const DOCTOR = 'app/server/operations/doctor.ts'

function mayImport(file: string, from: string, to: string): boolean {
  if (from === to || (file.startsWith(OPERATOR_COMMANDS) && to === 'backend')) return true
  if (SEPARATE_PROCESSES[from]) return SEPARATE_PROCESSES[from].includes(to)
  return !SEPARATE_PROCESSES[to] && layerOf(to) > layerOf(from)
}

test('every folder of app has a layer', () => {
  const folders = new Set(sourcesIn('app').flatMap((file) => folderOf(file) ?? []))
  expect([...folders].filter((folder) => layerOf(folder) < 0 && !SEPARATE_PROCESSES[folder])).toEqual([])
})

test('a file imports only from the layers below its own', () => {
  const upwards = sourcesIn('app').flatMap((file) =>
    importsOf(file).flatMap((imported) => {
      const [from, to] = [folderOf(file), folderOf(imported)]
      if (imported.startsWith('studio/'))
        return file === DOCTOR && imported === 'studio/serve/env.ts' ? [] : `${file} → ${imported}`
      return from === undefined || to === undefined || mayImport(file, from, to)
        ? []
        : `${file} → ${imported}`
    }),
  )
  expect(upwards).toEqual([])
})

test('a file of the Studio imports only from the layers below its own', () => {
  const studioFolderOf = (file: string) => /^studio\/([\w-]+)\//.exec(file)?.[1]
  const upwards = sourcesIn('studio').flatMap((file) => {
    const from = studioFolderOf(file)
    // The top-level files combine all folders.
    if (!from) return []
    return importsOf(file).flatMap((imported) => {
      const to = studioFolderOf(imported)
      const isBelow = to && layerOf(to, STUDIO_LAYERS) > layerOf(from, STUDIO_LAYERS)
      return imported.startsWith('app/') || from === to || isBelow ? [] : `${file} → ${imported}`
    })
  })
  expect(upwards).toEqual([])
})

test('the lake imports nothing of the site and the Studio', () => {
  expect(sourcesIn('studio/lake').flatMap(importsOf)).toEqual([])
})

test('the Studio imports only platform and the listed files of content from app', () => {
  const imported = new Set(sourcesIn('studio').flatMap(importsOf))
  const fromApp = [...imported].filter((file) => file.startsWith('app/'))
  expect(fromApp).toContain('app/content/money.ts')
  expect(fromApp.filter((file) => !/^app\/platform\//.test(file) && !STUDIO.sources.includes(file))).toEqual(
    [],
  )
})
