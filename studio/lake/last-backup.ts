import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What to do about a damaged lake, in one sentence that names the newest backup (npm run backup notes it in this file). */
export function adviceOnDamage(dataDir: string): string {
  try {
    const { file, at } = JSON.parse(readFileSync(join(dataDir, 'last-backup.json'), 'utf8'))
    if (existsSync(file)) return `The newest backup is ${file} of ${at}: npm run restore ${file}`
  } catch {
    // none was made
  }
  return 'No backup is known: restore one (npm run restore FILE), or point DATA_DIR elsewhere'
}
