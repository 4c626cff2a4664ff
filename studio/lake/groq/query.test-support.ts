import { Content } from '../documents/content.ts'
import type { Document } from '../documents/document-ids.ts'
import type { LakeError } from '../errors.ts'
import { decodeAnswer, encodeAnswer } from '../query/query-task.ts'
import { type QueryOptions, runQuery } from '../query/run-query.ts'
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

/** Returns the result of a query over some documents. */
export function resultOf(
  query: string,
  {
    documents = [],
    params = {},
    ...options
  }: { documents?: Fields[]; params?: Record<string, unknown> } & QueryOptions = {},
) {
  const result = runQuery(query, params, contextOf(viewOf(documents)), options)
  return decodeAnswer(encodeAnswer(result, { query })).result
}

/** Returns the error of an invalid query. */
export function queryError(query: string, params: Record<string, unknown> = {}, options: QueryOptions = {}) {
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
