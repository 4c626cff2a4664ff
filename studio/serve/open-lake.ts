import { DamageError, StartError } from '#studio/lake/errors.ts'
import { type Lake, type LakeOptions, startLake } from '#studio/lake/lake.ts'
import { assertNoUnfinishedRestore } from '../../app/platform/database-file.server.ts'
import { adviceOnDamage } from '../../app/platform/last-backup.server.ts'

/** Starts the lake on DATA_DIR. Throws StartError that says what to do after an interrupted restore or damage. */
export async function openLake(options: LakeOptions & { dataDir: string }): Promise<Lake> {
  try {
    assertNoUnfinishedRestore(options.dataDir)
  } catch (error) {
    throw new StartError((error as Error).message)
  }
  try {
    return await startLake(options)
  } catch (error) {
    if (!(error instanceof DamageError)) throw error
    throw new StartError(`${error.message}. ${adviceOnDamage(options.dataDir)}`)
  }
}
