import type { SanityClient } from '@sanity/client'
import type { StegaConfig } from '@sanity/client/stega'
import type { ContentSource } from '#app/content/content.server.ts'
import { validateResult } from '#app/content/validate-result.server.ts'

/** A preview waits this long for the lake. */
export const TIMEOUT_MS = 5_000

/** The methods of a content source that queries the lake each time and caches nothing. */
export const UNCACHED: Omit<ContentSource, 'get'> = {
  live: true,
  subscribe: () => () => {},
  record: async (work) => ({ value: await work(), readings: [] }),
}

/** Fields that code compares or puts into a URL. Stega's invisible characters would break them. */
const WITHOUT_STEGA = new Set([
  ...['kind', 'show', 'setting', 'extension', 'originalFilename'],
  // Texts quote these; the element around a quote opens Settings (app/content/text.tsx).
  ...['brand', 'email', 'phone'],
])

const isEditable: StegaConfig['filter'] = (props) => {
  const field = props.sourcePath.at(-1)
  return props.filterDefault(props) && !(typeof field === 'string' && WITHOUT_STEGA.has(field))
}

/**
 * Reads content as if all drafts, or the releases of the perspective, were published. With `studioUrl`, texts contain their
 * source (stega) for click-to-edit.
 */
export function draftReader(
  client: SanityClient,
  { perspective, studioUrl }: { perspective: string[]; studioUrl: string | undefined },
): ContentSource {
  const reader = client.withConfig({
    perspective: perspective.length === 1 && perspective[0] === 'published' ? 'published' : perspective,
    resultSourceMap: studioUrl ? 'withKeyArraySelector' : false,
    stega: studioUrl ? { enabled: true, studioUrl, filter: isEditable } : { enabled: false },
  })
  return {
    ...UNCACHED,
    // `now: null` also shows documents that wait for their "Show from".
    get: async (query, params = {}) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      return validateResult(query, await reader.fetch(query, { ...params, now: null }, { signal }))
    },
  }
}
