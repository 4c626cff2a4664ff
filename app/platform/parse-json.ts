/** The second parameter of `JSON.parse`. `source` is the source text of a primitive value. */
export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}
