import { ASSISTANT_QUERY, PAGE_QUERY, SETTINGS_QUERY } from '#app/content/queries.ts'

/** The slug of the front page. */
export const HOME = 'home'

type Fields = Record<string, unknown>
/** `field`: the Studio publishes no such document without it. */
type Needed = { document: string; field: string }

/** The document that a query asks for, if the site can't do without it. */
export function neededDocument(query: string, params: Fields): Needed | undefined {
  if (query === SETTINGS_QUERY) return { document: 'siteSettings', field: 'brand' }
  if (query === ASSISTANT_QUERY) return { document: 'assistant', field: 'greeting' }
  if (query === PAGE_QUERY && params.slug === HOME) return { document: 'page "home"', field: 'blocks' }
  return undefined
}

/** The reason why an answer is useless, usually after an import or a script; undefined if it is fine. */
export function faultOfNeeded({ field }: Needed, result: unknown): string | undefined {
  if (result === null) return 'missing, or of another type'
  const value = (result as Fields)[field]
  const isEmpty = !value || (Array.isArray(value) && value.length === 0)
  return isEmpty ? `no usable ${field}` : undefined
}
