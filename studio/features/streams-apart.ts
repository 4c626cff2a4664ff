import type { ClientConfig } from '@sanity/client'

type Fetch = ReturnType<NonNullable<ClientConfig['resolveFetch']>>

/**
 * `fetch` of a client whose streams of events begin at the port where the local lake has them, to which it would else redirect each.
 * Chromium goes on counting a redirected request for the port that it began at: beside six streams, as with a document open, it
 * held every picture back for 15 s.
 */
export const streamsApart: Fetch = async (address, init) => {
  if (new Headers(init?.headers).get('accept') !== 'text/event-stream')
    return fetch(address, init as RequestInit)
  // A ping is moved as a stream is.
  const { url } = await fetch(new URL('/v1/ping', address), { cache: 'no-store', signal: init?.signal })
  const { pathname, search } = new URL(address)
  return fetch(new URL(pathname + search, url), init as RequestInit)
}
