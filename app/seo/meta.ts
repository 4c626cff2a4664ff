import type { MetaDescriptor } from '@remix-run/node'
import type { Graph } from 'schema-dts'
import { pictureUrl } from '#app/content/media.ts'
import type { Seo, Settings } from '#app/content/types.ts'

/** The shape that networks cut shared pictures to, in px. */
export const SHARE_SIZE = { width: 1200, height: 630 }

/** What every page's head draws on: the settings, and where visitors reach the site (no slash at the end). */
export type Site = { settings: Settings; siteUrl: string }

type Described = { title: string | null; seo: Seo | null; description?: string | null }
type Place = {
  /** The document's own address: `/pricing`. */
  path: string
  /** The address of the picture drawn for it. */
  share: string
  type?: 'website' | 'article'
  jsonLd: Graph
}

/** The root loader's data among the matches that a route's meta function gets; undefined when anything of the page failed. */
export function siteOf(matches: { id: string; data?: unknown; error?: unknown }[]): Site | undefined {
  const root = matches.find(({ id }) => id === 'root')
  return root?.data && !root.error ? (root.data as Site) : undefined
}

/** A document's title in search results and on shared links. */
export const ownTitle = ({ seo, title }: Pick<Described, 'title' | 'seo'>): string | null =>
  seo?.title || title

/**
 * What a document's head says of it, with the settings' words where it has none of its own. Only what has a place is
 * found under it and shared: the checkout, a missing page and what an editor keeps out are not indexed.
 */
export function documentMeta(
  document: Described,
  { settings, siteUrl }: Site,
  place?: Place,
): MetaDescriptor[] {
  const own = ownTitle(document)
  const title = [own, settings.brand].filter(Boolean).join(' · ')
  const description = document.seo?.description || document.description || settings.description
  const described = description ? [{ name: 'description', content: description }] : []
  if (!place) return [{ title }, ...described, NO_INDEX]
  const { path, share, type = 'website', jsonLd } = place
  const url = siteUrl + path
  const chosen = chosenPicture(document.seo)
  const property = (name: string, content: string | null) =>
    content ? [{ property: `og:${name}`, content }] : []
  return [
    { title },
    ...described,
    ...(document.seo?.noIndex ? [NO_INDEX] : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    ...property('title', own),
    ...property('description', description),
    ...property('type', type),
    ...property('url', url),
    ...property('site_name', settings.brand),
    ...property('image', new URL(chosen?.url ?? share, siteUrl).href),
    ...property('image:alt', chosen?.alt ?? null),
    ...property('image:width', String(SHARE_SIZE.width)),
    ...property('image:height', String(SHARE_SIZE.height)),
    { name: 'twitter:card', content: 'summary_large_image' },
    { 'script:ld+json': jsonLd as never },
  ]
}

const NO_INDEX: MetaDescriptor = { name: 'robots', content: 'noindex' }

/** The picture that an editor chose for sharing, in the shape that networks show; they show no drawings (SVG). */
function chosenPicture(seo: Seo | null): { url: string; alt: string | null } | undefined {
  const picture = seo?.picture
  const url = picture && picture.asset?.extension !== 'svg' ? pictureUrl(picture, SHARE_SIZE) : undefined
  return url ? { url, alt: picture?.alt ?? null } : undefined
}
