import { dataError, httpError } from '#studio/lake/errors.ts'

/**
 * `raw`, `unversioned` (raw as it was before there were versions), `published`, or layers from the highest to the
 * lowest; `published` always lies underneath.
 */
export type Perspective = 'raw' | 'unversioned' | 'published' | string[]

// https://www.sanity.io/docs/perspectives: this API version made published the default, and let raw hold versions
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'

/** Whether an API version shows drafts and versions only to those who ask for them: as a default in queries, in listening. */
export const hidesVersions = (apiVersion: string) =>
  apiVersion === 'X' || apiVersion >= PUBLISHED_BY_DEFAULT_SINCE

/** Reads the `perspective` parameter: a name, a comma list, or an array; before there were versions, one name. Throws a 400 in Sanity's shape. */
export function parsePerspective(given: unknown, apiVersion: string): Perspective {
  const raw = hidesVersions(apiVersion) ? 'raw' : 'unversioned'
  if (given === undefined || given === null || given === '') return raw === 'raw' ? 'published' : raw
  let layers: unknown = given
  if (typeof given === 'string') {
    try {
      layers = given.startsWith('[') ? JSON.parse(given) : given.split(',')
    } catch {
      layers = []
    }
  }
  if (
    !Array.isArray(layers) ||
    layers.length === 0 ||
    !layers.every((layer) => typeof layer === 'string' && /^[A-Za-z0-9_-]+$/.test(layer))
  ) {
    throw dataError(400, 'queryParseError', `invalid perspective ${JSON.stringify(given)}`)
  }
  const names = layers.map((layer) => (layer === 'previewDrafts' ? 'drafts' : layer)) as string[]
  if (names.length > 1 && names.includes('raw'))
    throw dataError(400, 'queryParseError', 'perspective "raw" can\'t be combined with others')
  if (names.length === 1 && names[0] === 'raw') return raw
  if (names.length === 1 && names[0] === 'published') return names[0]
  if (raw === 'unversioned' && names.join() !== 'drafts')
    throw httpError(400, 'Complex perspectives are not supported for this version')
  return names.filter((name) => name !== 'published')
}

/** Reading drafts or versions takes an editor; raw shows a stranger only what is public. */
export const needsEditor = (perspective: Perspective) => Array.isArray(perspective)
