import type { SanityClient } from '@sanity/client'
import type { StegaConfig } from '@sanity/client/stega'
import type { ContentSource } from '#app/content/content.server.ts'

const TIMEOUT_MS = 5_000

/** Texts that the code compares, or puts into an address: invisible characters would change what they mean. */
const READ_BY_CODE = new Set(['kind', 'show', 'setting', 'phone', 'extension', 'originalFilename'])

const isEditable: StegaConfig['filter'] = (props) => {
  const field = props.sourcePath.at(-1)
  return props.filterDefault(props) && !(typeof field === 'string' && READ_BY_CODE.has(field))
}

/**
 * Reads content as it would be if drafts (or releases) were published. Each question goes to the lake: nothing is kept,
 * neither here nor as last good content. With `studioUrl`, texts carry where they come from (stega), for click-to-edit.
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
    connected: true,
    subscribe: () => () => {},
    recorded: async (make) => ({ made: await make(), readings: [] }),
    // `now: null`: what waits for its "Show from" is what a preview is for.
    get: (query, params = {}) =>
      reader.fetch(query, { ...params, now: null }, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  }
}
