import type { MetaDescriptor } from '@remix-run/node'
import type { Graph } from 'schema-dts'
import { markdownHref } from '#app/content/href.ts'
import { pictureUrl } from '#app/content/media.ts'
import type { Seo, Settings } from '#app/content/types.ts'

/** The size of share images in px. */
export const SHARE_SIZE = { width: 1200, height: 630 }

/** The data that every page's head needs. `siteUrl` has no trailing slash. */
export type Site = { settings: Settings; siteUrl: string }

type Described = { title: string | null; seo: Seo | null; description?: string | null }
type IndexedPage = {
  /** `/pricing` */
  path: string
  /** The path of the share card. */
  share: string
  type?: 'website' | 'article'
  jsonLd: Graph
}

/** Finds the root loader's data in a meta function's matches. Undefined if the page failed. */
export function siteOf(matches: { id: string; data?: unknown; error?: unknown }[]): Site | undefined {
  const root = matches.find(({ id }) => id === 'root')
  return root?.data && !root.error ? (root.data as Site) : undefined
}

/** The title in search results and on shared links. */
export const ownTitle = ({ seo, title }: Pick<Described, 'title' | 'seo'>): string | null =>
  seo?.title || title

/**
 * The meta elements of a document, with fallbacks from settings. Without `page`, for example at checkout or for a missing
 * page, search engines don't index it and it has no share card. Empty without `site`, when the root's loader failed.
 */
export function documentMeta(
  document: Described,
  site: Site | undefined,
  page?: IndexedPage,
): MetaDescriptor[] {
  if (!site) return []
  const { settings, siteUrl } = site
  const documentTitle = ownTitle(document)
  const title = [documentTitle, settings.brand].filter(Boolean).join(' · ')
  const description = document.seo?.description || document.description || settings.description
  const described = description ? [{ name: 'description', content: description }] : []
  if (!page) return [{ title }, ...described, NO_INDEX]
  const { path, share, type = 'website', jsonLd } = page
  const url = siteUrl + path
  const chosen = chosenImage(document.seo)
  const property = (name: string, content: string | null) =>
    content ? [{ property: `og:${name}`, content }] : []
  return [
    { title },
    ...described,
    ...(document.seo?.noIndex
      ? [NO_INDEX]
      : [
          { tagName: 'link' as const, rel: 'canonical', href: url },
          { tagName: 'link' as const, rel: 'alternate', type: 'text/markdown', href: markdownHref(path) },
        ]),
    ...property('title', documentTitle),
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

/** The share image that an editor chose. Social networks don't show SVG. */
function chosenImage(seo: Seo | null): { url: string; alt: string | null } | undefined {
  const picture = seo?.picture
  const url = picture && picture.asset?.extension !== 'svg' ? pictureUrl(picture, SHARE_SIZE) : undefined
  return url ? { url, alt: picture?.alt ?? null } : undefined
}
