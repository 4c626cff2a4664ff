import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'last-backup.json'

/** Remembers a finished backup, so that whoever finds damage can name it. */
export function noteBackup(dataDir: string, file: string, at: string): void {
  const target = join(dataDir, NAME)
  writeFileSync(`${target}.draft`, `${JSON.stringify({ file, at })}\n`)
  renameSync(`${target}.draft`, target)
}

/** What to do about a damaged database, in one sentence that names the newest backup. */
export function adviceOnDamage(dataDir: string): string {
  try {
    const { file, at } = JSON.parse(readFileSync(join(dataDir, NAME), 'utf8'))
    if (existsSync(file)) return `The newest backup is ${file} of ${at}: npm run restore ${file}`
  } catch {
    // none was made
  }
  return 'No backup is known: restore one (npm run restore FILE), or point DATA_DIR elsewhere'
}
