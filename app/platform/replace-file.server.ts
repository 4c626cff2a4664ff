import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file atomically. */
export async function replaceFile(
  file: string,
  content: Buffer | string,
  options: { mode?: number; flush?: boolean } = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`
  try {
    await writeFile(temporary, content, options)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
