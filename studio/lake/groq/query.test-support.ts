import { Content } from '#studio/lake/content.ts'
import type { Document } from '#studio/lake/document-ids.ts'
import type { LakeError } from '#studio/lake/errors.ts'
import type { QueryContext, View } from '#studio/lake/groq/runtime.ts'
import { type QueryOptions, runQuery } from '#studio/lake/query.ts'
import { decodeAnswer, encodeAnswer } from '#studio/lake/query-task.ts'

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
  return decodeAnswer(encodeAnswer(result, {})).result
}

/** Returns the error of an invalid query. */
export function queryError(query: string, params: Record<string, unknown> = {}) {
  try {
    resultOf(query, { params })
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
