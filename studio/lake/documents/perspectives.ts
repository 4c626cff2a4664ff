import { dataError, httpError } from '../errors.ts'

/** `raw`, `unversioned` (`raw` of old API versions), `published`, or layers from the highest to the lowest. */
export type Perspective = 'raw' | 'unversioned' | 'published' | string[]

// https://www.sanity.io/docs/perspectives
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'

/** Whether an API version hides drafts and versions by default. */
export const hidesVersions = (apiVersion: string) =>
  apiVersion === 'X' || apiVersion >= PUBLISHED_BY_DEFAULT_SINCE

/** Parses the `perspective` parameter. Throws 400 for an invalid one. */
export function parsePerspective(value: unknown, apiVersion: string): Perspective {
  const raw = hidesVersions(apiVersion) ? 'raw' : 'unversioned'
  if (value === undefined || value === null || value === '') return raw === 'raw' ? 'published' : raw
  let layers: unknown = value
  if (typeof value === 'string') {
    try {
      layers = value.startsWith('[') ? JSON.parse(value) : value.split(',')
    } catch {
      layers = []
    }
  }
  if (
    !Array.isArray(layers) ||
    layers.length === 0 ||
    !layers.every((layer) => typeof layer === 'string' && /^[A-Za-z0-9_-]+$/.test(layer))
  ) {
    throw dataError(400, 'queryParseError', `invalid perspective ${JSON.stringify(value)}`)
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

export const needsEditor = (perspective: Perspective) => Array.isArray(perspective)
