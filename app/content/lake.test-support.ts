import type { LiveEvent } from '@sanity/client'
import type { Answer, Lake } from '#app/content/lake.server.ts'

/** A lake of one value whose answers, hangs and events the test decides. */
export function fakeLake() {
  let value = 1
  let mode: 'up' | 'hung' | 'down' = 'up'
  let onEvent: (event: LiveEvent) => void = () => {}
  let held: (() => void)[] | undefined
  let validForMs: number | undefined
  const fetched: string[] = []
  const lake: Lake = {
    fetch(query, _params, timeoutMs) {
      fetched.push(query)
      if (mode === 'down') return Promise.reject(new Error('ECONNREFUSED'))
      if (mode === 'hung')
        return new Promise((_, reject) => setTimeout(() => reject(new Error('timeout')), timeoutMs))
      const answer: Answer = { result: `${query} ${value}`, tags: [`tag:${query}`] }
      if (validForMs !== undefined) answer.validUntil = Date.now() + validForMs
      if (held) return new Promise((resolve) => held?.push(() => resolve(answer)))
      return Promise.resolve(answer)
    },
    listen({ event }) {
      onEvent = event
      if (mode === 'up') queueMicrotask(() => event({ type: 'welcome', id: 'w' } as LiveEvent))
      return () => {}
    },
  }
  return {
    lake,
    fetched,
    mode: (next: typeof mode) => (mode = next),
    /** From now on answers hold for this long. */
    validFor: (ms: number | undefined) => (validForMs = ms),
    /** The value changes and no event says so. */
    changeSilently: () => void value++,
    publish(...queries: string[]) {
      value++
      onEvent({ type: 'message', id: `e${value}`, tags: queries.map((query) => `tag:${query}`) } as LiveEvent)
    },
    event: (type: 'welcome' | 'reconnect' | 'restart') => onEvent({ type, id: 'x' } as LiveEvent),
    /** Answers are computed at once but arrive only when released. */
    hold() {
      held = []
      return () => {
        const release = held ?? []
        held = undefined
        for (const answer of release) answer()
      }
    },
  }
}
