// A worker thread that checks the whole database file while the lake runs.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

// SQLITE_CORRUPT and SQLITE_NOTADB. Other errors do not mean damage.
const DAMAGE = [11, 26]

let fault: string | undefined
try {
  const db = new DatabaseSync((workerData as { file: string }).file, { readOnly: true })
  const [row] = db.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
  if (row?.integrity_check !== 'ok') fault = row?.integrity_check
  db.close()
} catch (error) {
  const { errcode, message } = error as Error & { errcode?: number }
  if (!DAMAGE.includes((errcode ?? 0) & 0xff)) throw error
  fault = message
}
parentPort!.postMessage(fault?.replaceAll('\n', ' '))
