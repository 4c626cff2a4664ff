import type { SanityClient } from '@sanity/client'
import { type StegaConfig, stegaClean } from '@sanity/client/stega'
import type { ContentSource } from '#app/content/content.server.ts'
import { validateResult } from '#app/content/validate-result.server.ts'

/** How long a reader of unpublished content waits for the lake. */
export const TIMEOUT_MS = 5_000

/** What makes a source of content that asks the lake each time: nothing to follow, nothing to keep. */
export const UNKEPT: Omit<ContentSource, 'get'> = {
  live: true,
  subscribe: () => () => {},
  recorded: async (make) => ({ made: await make(), readings: [] }),
}

/** Texts that the code compares, or puts into an address: invisible characters would change what they mean. */
const READ_BY_CODE = new Set([
  ...['kind', 'show', 'setting', 'extension', 'originalFilename'],
  // Quoted in the middle of texts: the elements around them say where they come from (text.tsx).
  ...['brand', 'email', 'phone'],
])

const isEditable: StegaConfig['filter'] = (props) => {
  const field = props.sourcePath.at(-1)
  return props.filterDefault(props) && !(typeof field === 'string' && READ_BY_CODE.has(field))
}

type Child = { text?: unknown }

/**
 * Takes the invisible characters from each piece of a text that another follows without a space: lines may break at them,
 * and a full stop would begin the next one. The pieces beside it still lead to the field.
 */
function withoutBreaks<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutBreaks) as Value
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withoutBreaks(field)])
  const copy = Object.fromEntries(fields)
  if (copy._type === 'block' && Array.isArray(copy.children))
    copy.children = copy.children.map((child: Child, index: number) => {
      const next: Child | undefined = copy.children[index + 1]
      return next && isGlued(child.text, next.text) ? { ...child, text: stegaClean(child.text) } : child
    })
  return copy
}

const isGlued = (text: unknown, next: unknown): boolean =>
  typeof text === 'string' && !/\s$/.test(stegaClean(text)) && !(typeof next === 'string' && /^\s/.test(next))

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
    ...UNKEPT,
    // `now: null`: what waits for its "Show from" is what a preview is for.
    get: async (query, params = {}) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const read = validateResult(query, await reader.fetch(query, { ...params, now: null }, { signal }))
      return studioUrl ? withoutBreaks(read) : read
    },
  }
}
