import type { SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

declare const content: unique symbol

/** What a loader found, as JSON text; `T` is what it says. */
export type PageData<T> = string & { readonly [content]: T }

/** What a text says. */
type ContentOf<P> = P extends PageData<infer T> ? T : never

/** What was read lately, by its text: what shows it gets the same objects each time. */
const read = new Map<string, unknown>()
/** The layout, a page and those that somebody goes back to. */
const MOST_READ = 8

/**
 * What a loader hands to its page, as one text: Remix's own form of data (turbo-stream) numbers every value, and numbers
 * compress badly. A tenth of a page's bytes, and as much of the time that its rendering takes. For JSON's values only.
 */
export function packed<T>(value: T): PageData<T> {
  const text = JSON.stringify(value)
  keep(text, value)
  return text as PageData<T>
}

/** What a text of `packed` says. */
export function unpacked<P extends PageData<unknown>>(text: P): ContentOf<P> {
  const value = read.has(text) ? read.get(text) : JSON.parse(text)
  read.delete(text)
  keep(text, value)
  return value as ContentOf<P>
}

function keep(text: string, value: unknown): void {
  read.set(text, value)
  const [oldest] = read.keys()
  if (read.size > MOST_READ && oldest !== undefined) read.delete(oldest)
}

/** What the route’s loader found (`useLoaderData`, for loaders that answer with `packed`). */
export const usePageData = <Loader>(): ContentOf<SerializeFrom<Loader>> =>
  unpacked(useLoaderData() as PageData<ContentOf<SerializeFrom<Loader>>>)
