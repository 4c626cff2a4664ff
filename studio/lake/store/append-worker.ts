// A worker thread that writes one large transaction. Readers use the file as it was, until the commit.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { appendTo, type ChangeRow, type Entry } from './append.ts'

export type AppendData = { file: string; durable: boolean; entry: Entry; committing: Int32Array }
/** Some rows; the last call starts the transaction, which is therefore short. */
export type AppendCall = { rows: ChangeRow[]; isLast: boolean }

const { file, durable, entry, committing } = workerData as AppendData
const rows: ChangeRow[] = []

parentPort!.on('message', (call: AppendCall) => {
  for (const row of call.rows) rows.push(row)
  if (!call.isLast) return
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA busy_timeout = 30000; PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`)
  appendTo(db)(entry, rows, () => Atomics.store(committing, 0, 1))
  parentPort!.postMessage('committed')
  db.close()
  parentPort!.close()
})
