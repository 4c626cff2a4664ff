import { Window } from 'happy-dom'

/** The document that some HTML makes; its scripts don't run. */
export function documentOf(html: string) {
  const { DOMParser } = new Window()
  return new DOMParser().parseFromString(html, 'text/html')
}

type ReadDocument = ReturnType<typeof documentOf>

/** What a `meta` says, by name or property; undefined where it is not there. */
export const metaOf = (document: ReadDocument, name: string): string | undefined =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ??
  undefined

/** Where a `link` in the head leads. */
export const linkOf = (document: ReadDocument, rel: string): string | undefined =>
  document.head.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? undefined

/** What the page says of itself to machines. */
export const jsonLdOf = (document: ReadDocument): Record<string, unknown>[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
    (script) => JSON.parse(script.textContent)['@graph'] ?? [],
  )

/** Text as a reader sees it: one space between words. */
export const said = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()
