import { Content } from '../documents/content.ts'
import type { Document } from '../documents/document-ids.ts'
import type { LakeError } from '../errors.ts'
import { answerTask, decodeAnswer } from '../query/query-task.ts'
import type { Limits } from './budget.ts'
import type { QueryContext, View } from './runtime.ts'

export type Fields = { _id: string; _type?: string; [field: string]: unknown }

/** Returns documents as they are stored, with `_type` "doc" by default. */
export const documentsOf = (fields: Fields[]): Document[] =>
  fields.map((document) => ({ _type: 'doc', ...document }) as Document)

export const contextOf = (view: View): QueryContext => ({
  view,
  projectId: 'local',
  dataset: 'production',
  identity: 'someone',
})

export const viewOf = (fields: Fields[]): View => new Content(documentsOf(fields)).view('raw', true)

type Options = Limits & { documents?: Fields[]; params?: Record<string, unknown>; legacy?: boolean }

/** Returns the result of a query over some documents. */
export function resultOf(query: string, { documents = [], params = {}, legacy, ...limits }: Options = {}) {
  const reader = { perspective: 'raw', seesDrafts: true, identity: 'someone', sourceMap: false } as const
  const task = { ...reader, dataset: 'production', generation: 0, query, params, legacy }
  return decodeAnswer(answerTask(task, viewOf(documents), 'local', limits)).result
}

/** Returns the error of an invalid query. */
export function queryError(query: string, params: Record<string, unknown> = {}, options: Options = {}) {
  try {
    resultOf(query, { params, ...options })
  } catch (error) {
    return (error as LakeError).body.error as {
      type: string
      description: string
      start: number
      end: number
    }
  }
  throw new Error(`${query} is not rejected`)
}
