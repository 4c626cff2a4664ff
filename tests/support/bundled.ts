import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleSite } from '#app/server/bundle.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

/** A folder with these sources, by path, and what the site's bundle is made of them. */
export async function bundled(sources: Record<string, string>): Promise<string> {
  const folder = newFolder()
  for (const [path, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
  await bundleSite(folder, 'build')
  return folder
}
