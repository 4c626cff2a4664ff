import { ASSISTANT_QUERY, SETTINGS_QUERY } from '#app/content/queries.ts'

/** The slug of the front page. */
export const HOME = 'home'

type Fields = Record<string, unknown>
/** `field` is required in the Studio. */
type RequiredDocument = { document: string; field: string }

/** The document that a query reads, if the site can't work without it. */
export function requiredDocument(query: string, params: Fields): RequiredDocument | undefined {
  if (query === SETTINGS_QUERY) return { document: 'siteSettings', field: 'brand' }
  if (query === ASSISTANT_QUERY) return { document: 'assistant', field: 'greeting' }
  if (query.startsWith('*[_type == "page" ') && params.slug === HOME)
    return { document: 'page "home"', field: 'blocks' }
  return undefined
}

/** The reason why a required document is unusable, usually after an import or a script. Undefined if it is fine. */
export function unusableReason({ field }: RequiredDocument, result: unknown): string | undefined {
  if (result === null) return 'missing, or of another type'
  const value = (result as Fields)[field]
  const isEmpty = !value || (Array.isArray(value) && value.length === 0)
  return isEmpty ? `no usable ${field}` : undefined
}
