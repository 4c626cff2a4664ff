/** As `JSON.parse` takes one; `source` is the text of a number, a string, true, false or null. */
export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}
