// npm run lake:backup -- FILE | lake:restore -- FILE
import { backupLake, checkLakeBackup, restoreLake } from '#studio/lake/backup.ts'
import { readEnv } from '#studio/lake/env.ts'
import { StartError } from '#studio/lake/errors.ts'
import { refusal } from '../../app/platform/database-file.server.ts'

const USAGE = `Usage:
  npm run lake:backup -- FILE     write all content, history and assets to FILE (.tar), while the lake runs or not
  npm run lake:restore -- FILE    put it in place of what is in DATA_DIR, which is kept beside it; the lake must not run`

const [command, file] = process.argv.slice(2)
try {
  if (!file || process.argv.length > 4) throw new StartError(USAGE)
  const { DATA_DIR } = readEnv(process.env)
  if (command === 'backup') {
    const { documents, assets } = await backupLake(DATA_DIR, file)
    console.log(`Wrote ${documents} documents with their history and ${assets} assets to ${file}.`)
  } else if (command === 'restore') {
    const { documents, before } = await restoreLake(DATA_DIR, file)
    console.log(`Restored ${documents} documents.${before ? ` What was there before is in ${before}.` : ''}`)
  } else if (command === 'check')
    await checkLakeBackup(DATA_DIR, file) // for npm run restore, which has more to replace
  else throw new StartError(USAGE)
} catch (error) {
  console.error(error instanceof StartError ? error.message : (refusal(`${command} ${file}`, error) ?? error))
  process.exit(1)
}
