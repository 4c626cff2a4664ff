import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a complete file or none; a full disk keeps no part of it. Rejects as the file system does. */
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
