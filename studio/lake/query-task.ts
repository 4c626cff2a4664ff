import { Budget, type Limits } from '#studio/lake/groq/budget.ts'
import { stringify } from '#studio/lake/groq/json.ts'
import type { Perspective } from '#studio/lake/perspectives.ts'
import type { QueryAnswer } from '#studio/lake/query.ts'

/** A query for a worker; structured-cloneable. */
export type QueryTask = {
  dataset: string
  /** A dataset that was deleted and made again is another one. */
  generation: number
  query: string
  params: Record<string, unknown>
  perspective: Perspective
  editor: boolean
  identity: string
  sourceMap: boolean
  /** Only the ids of what matches, as a mutation by query needs them. */
  idsOnly?: boolean
}

/** An answer as it is kept and sent: a JSON object without its braces, and the tags of what it depends on. */
export type Answer = { json: Uint8Array; syncTags: string[] }

/**
 * The bytes are a buffer of their own, so a worker can hand them over instead of copying them. Throws as runQuery
 * does when the limits are reached: an answer may be far larger than what it was made from.
 */
export function encodeAnswer(
  { query, result, syncTags, resultSourceMap }: QueryAnswer,
  { idsOnly }: Pick<QueryTask, 'idsOnly'>,
  limits: Limits = {},
): Answer {
  const budget = new Budget(query, limits)
  const members = [
    `"result":${stringify(idsOnly ? idsOf(result) : result, budget)}`,
    `"syncTags":${JSON.stringify(syncTags)}`,
  ]
  if (resultSourceMap) members.push(`"resultSourceMap":${stringify(resultSourceMap, budget)}`)
  return { json: new TextEncoder().encode(members.join(',')), syncTags }
}

export function decodeAnswer({ json }: Answer): Pick<QueryAnswer, 'result' | 'syncTags' | 'resultSourceMap'> {
  return JSON.parse(`{${new TextDecoder().decode(json)}}`)
}

function idsOf(result: unknown): string[] {
  const ids = [result]
    .flat()
    .map((match) => (typeof match === 'string' ? match : (match as { _id?: unknown } | null)?._id))
  return [...new Set(ids)].filter((id) => typeof id === 'string')
}
