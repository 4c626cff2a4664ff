import type { LiveEvent } from '@sanity/client'
import type { Answer, Lake } from '#app/content/lake.server.ts'

/** A lake with one value. The test controls its answers, failures and events. */
export function fakeLake() {
  let value = 1
  let mode: 'up' | 'hung' | 'down' = 'up'
  let onEvent: (event: LiveEvent) => void = () => {}
  let delayed: (() => void)[] | undefined
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
      if (delayed) return new Promise((resolve) => delayed?.push(() => resolve(answer)))
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
    /** Sets how long further answers are valid. */
    validFor: (ms: number | undefined) => (validForMs = ms),
    /** Changes the value without an event. */
    changeSilently: () => void value++,
    publish(...queries: string[]) {
      value++
      onEvent({ type: 'message', id: `e${value}`, tags: queries.map((query) => `tag:${query}`) } as LiveEvent)
    },
    event: (type: 'welcome' | 'reconnect' | 'restart') => onEvent({ type, id: 'x' } as LiveEvent),
    /** Delays answers until the returned function is called. */
    hold() {
      delayed = []
      return () => {
        const release = delayed ?? []
        delayed = undefined
        for (const answer of release) answer()
      }
    },
  }
}
