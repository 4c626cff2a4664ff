import { Window } from 'happy-dom'

export function documentOf(html: string) {
  const { DOMParser } = new Window()
  return new DOMParser().parseFromString(html, 'text/html')
}

type ReadDocument = ReturnType<typeof documentOf>

/** The content of a `meta` element, by name or property. */
export const metaOf = (document: ReadDocument, name: string): string | undefined =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ??
  undefined

export const linkOf = (document: ReadDocument, rel: string): string | undefined =>
  document.head.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? undefined

export const jsonLdOf = (document: ReadDocument) =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
    (script) => JSON.parse(script.textContent)['@graph'] ?? [],
  )

export const collapseSpace = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim()
