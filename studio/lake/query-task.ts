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

/** The bytes are a buffer of their own, so a worker can hand them over instead of copying them. */
export function encodeAnswer(
  { result, syncTags, resultSourceMap }: QueryAnswer,
  { idsOnly }: Pick<QueryTask, 'idsOnly'>,
): Answer {
  const text = JSON.stringify({
    result: idsOnly ? idsOf(result) : result,
    syncTags,
    ...(resultSourceMap && { resultSourceMap }),
  })
  return { json: new TextEncoder().encode(text.slice(1, -1)), syncTags }
}

export function decodeAnswer({ json }: Answer): Pick<QueryAnswer, 'result' | 'syncTags' | 'resultSourceMap'> {
  return JSON.parse(`{${new TextDecoder().decode(json)}}`)
}

function idsOf(result: unknown): string[] {
  const ids = [result]
    .flat()
    .map((match) => (typeof match === 'string' ? match : (match as { _id?: unknown } | null)?._id))
  return ids.filter((id) => typeof id === 'string')
}
