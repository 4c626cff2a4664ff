// npm run backup FILE | npm run restore FILE
import { readHostEnv, StartError } from '#app/backend/env.ts'
import { log } from '#app/backend/log.ts'
import { refusal } from '#app/platform/database-file.server.ts'
import { backup, restore } from '#app/server/operations/backup.ts'

const USAGE = `Use:
  npm run backup FILE    writes all data of DATA_DIR and DATABASE_URL to one .tar; the product may run
  npm run restore FILE   replaces the data; the old data is moved to a folder beside it; stop the product first`

const [command, file] = process.argv.slice(2)
try {
  if (!file || process.argv.length > 4) throw new StartError(USAGE)
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readHostEnv(process.env)
  const place = { dataDir, databaseUrl, log }
  if (command === 'backup') {
    console.log(`Wrote ${(await backup(place, file)).join(', ')} to ${file}.`)
  } else if (command === 'restore') {
    const { parts, at, before } = await restore(place, file)
    console.log(
      `Restored ${parts.join(', ')} as of ${at}.${before ? ` What was there before is in ${before}.` : ''}`,
    )
  } else throw new StartError(USAGE)
} catch (error) {
  console.error(error instanceof StartError ? error.message : (refusal(`${command} ${file}`, error) ?? error))
  process.exit(1)
}
