import type { Perspective } from '../documents/perspectives.ts'
import { Budget, type Limits } from '../groq/budget.ts'
import { stringify } from '../groq/json.ts'
import type { View } from '../groq/runtime.ts'
import { type QueryAnswer, runQuery } from './run-query.ts'

/** A query for a worker. */
export type QueryTask = {
  dataset: string
  /** Distinguishes a recreated dataset from the deleted one. */
  generation: number
  query: string
  params: Record<string, unknown>
  perspective: Perspective
  seesDrafts: boolean
  identity: string
  time?: number | undefined
  sourceMap: boolean
  /** For API version 1: answer as GROQ 0.1. */
  legacy?: boolean
  /** For a mutation by query. */
  idsOnly?: boolean
}

/** A cached answer: a JSON object without its braces, and its tags. */
export type Answer = { json: Uint8Array; syncTags: string[] }

/** Evaluates a task and encodes the answer as transferable bytes. Throws as runQuery does. */
export function answerTask(task: QueryTask, view: View, projectId: string, limits: Limits): Answer {
  const { query, params, dataset, identity, time, sourceMap, legacy, idsOnly } = task
  const context = { view, projectId, dataset, identity, time }
  const options = { sourceMap, legacy, ...limits }
  const { result, syncTags, resultSourceMap } = runQuery(query, params, context, options)
  const budget = new Budget(query, limits)
  const members = [
    `"result":${stringify(idsOnly ? idsOf(result) : result, budget)}`,
    `"syncTags":${JSON.stringify(syncTags)}`,
  ]
  if (resultSourceMap) members.push(`"resultSourceMap":${stringify(resultSourceMap, budget)}`)
  return { json: new TextEncoder().encode(members.join(',')), syncTags }
}

export function decodeAnswer({ json }: Answer): QueryAnswer {
  return JSON.parse(`{${new TextDecoder().decode(json)}}`)
}

function idsOf(result: unknown): string[] {
  const ids = [result]
    .flat()
    .map((match) => (typeof match === 'string' ? match : (match as { _id?: unknown } | null)?._id))
  return [...new Set(ids)].filter((id) => typeof id === 'string')
}
