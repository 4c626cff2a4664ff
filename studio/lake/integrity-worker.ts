// A thread that checks the whole of the lake's file, history and indexes too, while the lake is already at work.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

let fault: string | undefined
try {
  const db = new DatabaseSync((workerData as { file: string }).file, { readOnly: true })
  const [row] = db.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
  if (row?.integrity_check !== 'ok') fault = row?.integrity_check
  db.close()
} catch (error) {
  fault = (error as Error).message
}
parentPort!.postMessage(fault?.replaceAll('\n', ' '))
