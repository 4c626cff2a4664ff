import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vite.config.ts'

test('while developing, a page or style that is saved is reloaded, wherever the project lies', () => {
  const { server } = config({ command: 'serve', mode: 'development' }) as {
    server: { watch: { ignored: (path: string) => boolean } }
  }
  const root = join(import.meta.dirname, '..')
  const isReloaded = (path: string) => !server.watch.ignored(join(root, path))
  expect(
    ['', 'app', 'app/root.tsx', 'app/ui/base.css', 'app/blocks/studio/view.tsx'].filter(isReloaded),
  ).toHaveLength(5)
  // Not what the Studio’s own server or Node itself reads, nor what is no source.
  expect(['studio', 'studio/x.tsx', 'app/log.ts', 'build/x.css', '.data'].filter(isReloaded)).toEqual([])
  expect(server.watch.ignored('/home/ann/studio/build/app/x.css')).toBe(false)
})

test('what the lake imports of app, or that imports, stands at its top, where its changes start the lake anew', () => {
  const root = join(import.meta.dirname, '..')
  const importedBy = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '(?:#|(?:\.\.\/)+)(app\/[^']+)'/g)].map(
      ([, name]) => name as string,
    )
  const isSource = (file: string) => !file.includes('test')
  const imported = new Set(
    globSync('studio/lake/**/*.ts', { cwd: root }).filter(isSource).flatMap(importedBy),
  )
  for (const file of imported) for (const further of importedBy(file)) imported.add(further)
  expect(imported).toContain('app/kept-database.server.ts')
  expect([...imported].filter((file) => !/^app\/[^/]+$/.test(file))).toEqual([])
})
