import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vite.config.ts'

test('npm run dev reloads a saved page or style, wherever the project is', () => {
  const { server } = config({ command: 'serve', mode: 'development' }) as {
    server: { watch: { ignored: (path: string) => boolean } }
  }
  const root = join(import.meta.dirname, '..')
  const isReloaded = (path: string) => !server.watch.ignored(join(root, path))
  expect(
    ['', 'app', 'app/root.tsx', 'app/ui/base.css', 'app/blocks/studio/view.tsx'].filter(isReloaded),
  ).toHaveLength(5)
  expect(['studio', 'studio/x.tsx', 'build/x.css', '.data'].filter(isReloaded)).toEqual([])
  expect(server.watch.ignored('/home/ann/studio/build/app/x.css')).toBe(false)
})
