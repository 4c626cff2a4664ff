// npm run backup FILE | npm run restore FILE; lake:backup and lake:restore do the same for the content alone (--content).
import { parseArgs } from 'node:util'
import { readBackendEnv } from '#app/backend/env.ts'
import { log } from '#app/backend/log.ts'
import { StartError } from '#app/backend/start-error.ts'
import { backup } from '#app/server/operations/backup.ts'
import { restore } from '#app/server/operations/restore.ts'

const USAGE = `Use:
  npm run backup FILE          writes all data of DATA_DIR and DATABASE_URL to one .tar; the product may run
  npm run restore FILE         replaces the data; the old data is moved to a folder beside it; stop the product first
  npm run lake:backup FILE     the same for the content alone: documents with their history, and assets
  npm run lake:restore FILE    takes the content from such a file, or from a full backup`

process.umask(0o077) // backups are private
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { content: { type: 'boolean', default: false } },
  })
  const [command, file, ...rest] = positionals
  if (!file || rest.length > 0) throw new StartError(USAGE)
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readBackendEnv(process.env)
  const data = { dataDir, databaseUrl, log, contentOnly: values.content }
  if (command === 'backup') {
    console.log(`Wrote ${(await backup(data, file)).join(', ')} to ${file}.`)
  } else if (command === 'restore') {
    const { parts, at, before } = await restore(data, file)
    console.log(
      `Restored ${parts.join(', ')} as of ${at}.${before ? ` The previous data is in ${before}.` : ''}`,
    )
  } else throw new StartError(USAGE)
} catch (error) {
  const { message } = error as Error
  console.error(error instanceof StartError ? message : `${process.argv.slice(2).join(' ')}: ${message}`)
  process.exit(1)
}
