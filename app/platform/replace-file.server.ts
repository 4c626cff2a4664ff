import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a complete file or none. Rejects with the error of the file system. */
export async function replaceFile(
  file: string,
  content: Buffer | string,
  options: { mode?: number; flush?: boolean } = {},
): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`
  try {
    await writeFile(draft, content, options)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
