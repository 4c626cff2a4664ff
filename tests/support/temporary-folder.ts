import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '#app/server/process/child-environment.ts'

/** One folder for all that a run of the tests puts down, gone when it ends (vitest's and playwright's `globalSetup`). */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-tests-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user
  process.env.TMPDIR = folder
  process.env.TEST_IMAGE_CACHE = join(folder, 'image-cache') // product.ts
  // A part that a test starts alone has compiled as little as one that the product starts: half of a start's time.
  process.env.NODE_COMPILE_CACHE ??= childEnvironment(join(import.meta.dirname, '../..')).NODE_COMPILE_CACHE
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** An empty folder in it. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'keyturn-'))
