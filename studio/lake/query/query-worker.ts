// A worker thread that evaluates queries over its own copy of the documents.
import { parentPort, workerData } from 'node:worker_threads'
import { Content } from '../documents/content.ts'
import { LakeError } from '../errors.ts'
import { openReplica } from '../store/replica.ts'
import { type Answer, answerTask, type QueryTask } from './query-task.ts'

export type WorkerData = { file: string; projectId: string; assetBase: string }
export type WorkerCall = { task: QueryTask; limitMs: number }
export type WorkerReply =
  | 'timeout'
  | Answer
  | { refusal: { status: number; message: string; body: Record<string, unknown> } }
  | { failure: string }

const { file, projectId, assetBase } = workerData as WorkerData
const replica = openReplica(file)
const datasets = new Map<string, { generation: number; content: Content; position: number }>()

/** Loads the dataset with all acknowledged changes. */
function contentOf({ dataset, generation }: QueryTask): Content {
  const known = datasets.get(dataset)
  if (known?.generation === generation) {
    const { changes, position } = replica.changesSince(dataset, known.position)
    known.content.apply(changes)
    known.position = position
    return known.content
  }
  const { documents, position } = replica.load(dataset)
  const content = new Content(documents)
  content.relocateAssets(assetBase)
  datasets.set(dataset, { generation, content, position })
  return content
}

parentPort!.on('message', ({ task, limitMs }: WorkerCall) => {
  let reply: WorkerReply
  let deadline = Number.POSITIVE_INFINITY
  try {
    const view = contentOf(task).view(task.perspective, task.seesDrafts)
    deadline = performance.now() + limitMs // loading takes no part of it
    reply = answerTask(task, view, projectId, { deadline })
  } catch (error) {
    if (performance.now() > deadline) reply = 'timeout'
    else if (error instanceof LakeError) {
      const { status, message, body } = error
      reply = { refusal: { status, message, body } }
    } else reply = { failure: (error as Error)?.stack ?? String(error) }
  }
  const handedOver = typeof reply === 'object' && 'json' in reply ? [reply.json.buffer as ArrayBuffer] : []
  parentPort!.postMessage(reply, handedOver)
})
