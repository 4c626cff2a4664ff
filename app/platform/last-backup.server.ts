import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '#app/platform/replace-file.server.ts'

/** In DATA_DIR. */
const LAST_BACKUP = 'last-backup.json'

/** Stores the path of the newest backup, for the message about a damaged database. */
export async function storeLastBackup(dataDir: string, file: string, at: string): Promise<void> {
  await replaceFile(join(dataDir, LAST_BACKUP), `${JSON.stringify({ file, at })}\n`)
  const { uid, gid } = statSync(dataDir)
  // The product must be able to read it after a backup by root.
  if (process.getuid?.() === 0) chownSync(join(dataDir, LAST_BACKUP), uid, gid)
}

/** Advises in one sentence what to do about a damaged database. */
export function adviceOnDamage(dataDir: string): string {
  try {
    const { file, at } = JSON.parse(readFileSync(join(dataDir, LAST_BACKUP), 'utf8'))
    if (existsSync(file)) return `The newest backup is ${file} of ${at}: npm run restore ${file}`
  } catch {
    // There is no backup yet.
  }
  return 'No backup is known: restore one (npm run restore FILE), or point DATA_DIR elsewhere'
}
