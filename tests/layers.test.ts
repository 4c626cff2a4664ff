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

/** From top to bottom. A folder may import from the layers below its own. */
const FLOORS = [
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
const STUDIO_FLOORS = [
  ['checks', 'help', 'inbox', 'publish', 'seed', 'structure'],
  ['presentation'],
  ['schema'],
  ['ui'],
  ['lake', 'validation'],
]
/** Folders with a process of their own, and the folders that they import from. Only operator commands import them. */
const OWN_PROCESS: Record<string, string[]> = {
  backend: ['content', 'platform', 'paypal-sandbox'],
  'paypal-sandbox': ['platform'],
}

const roomOf = (file: string) => /^app\/(?:(root)\.|([\w-]+)\/)/.exec(file)?.slice(1).find(Boolean)
const floorOf = (room: string, floors = FLOORS) => floors.findIndex((floor) => floor.includes(room))

/** Operator commands: each is a process of its own, which works on the data of all parts. */
const OPERATIONS = 'app/server/operations/'

function mayImport(file: string, from: string, to: string): boolean {
  if (from === to || (file.startsWith(OPERATIONS) && to === 'backend')) return true
  if (OWN_PROCESS[from]) return OWN_PROCESS[from].includes(to)
  return !OWN_PROCESS[to] && floorOf(to) > floorOf(from)
}

test('every room of app has a floor', () => {
  const rooms = new Set(sourcesIn('app').flatMap((file) => roomOf(file) ?? []))
  expect([...rooms].filter((room) => floorOf(room) < 0 && !OWN_PROCESS[room])).toEqual([])
})

test('a file imports only from the floors below its own', () => {
  const upwards = sourcesIn('app').flatMap((file) =>
    importedBy(file).flatMap((imported) => {
      const [from, to] = [roomOf(file), roomOf(imported)]
      if (imported.startsWith('studio/')) return `${file} → ${imported}`
      return from === undefined || to === undefined || mayImport(file, from, to)
        ? []
        : `${file} → ${imported}`
    }),
  )
  expect(upwards).toEqual([])
})

test('a file of the Studio imports only from the floors below its own', () => {
  const studioRoomOf = (file: string) => /^studio\/([\w-]+)\//.exec(file)?.[1]
  const upwards = sourcesIn('studio').flatMap((file) => {
    const from = studioRoomOf(file)
    // The files above all rooms put them together.
    if (!from) return []
    return importedBy(file).flatMap((imported) => {
      const to = studioRoomOf(imported)
      const isBelow = to && floorOf(to, STUDIO_FLOORS) > floorOf(from, STUDIO_FLOORS)
      return imported.startsWith('app/') || from === to || isBelow ? [] : `${file} → ${imported}`
    })
  })
  expect(upwards).toEqual([])
})

test('the Studio and its lake import of app only platform, and the files of content that its build is made of', () => {
  const imported = new Set(sourcesIn('studio').flatMap(importedBy))
  const ofApp = [...imported].filter((file) => file.startsWith('app/'))
  expect(ofApp).toContain('app/content/money.ts')
  expect(ofApp.filter((file) => !/^app\/platform\//.test(file) && !STUDIO.sources.includes(file))).toEqual([])
})
