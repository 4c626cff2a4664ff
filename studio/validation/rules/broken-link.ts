import { getPublishedId } from '@sanity/client/csm'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import { documentsAt, isEarlierText, redirectsFrom } from '#studio/validation/redirect-routes.ts'
import { RESERVED_SLUGS } from '#studio/validation/reserved-slugs.ts'
import type { Finding, Rule } from '#studio/validation/rule.ts'
import { walk } from '#studio/validation/walk.ts'
import { normalizePath } from '../../../app/content/normalize-path.ts'

/** Warns about references to unpublished documents, and about addresses of this site that do not exist. */
export const brokenLink: Rule = {
  name: 'broken-link',
  title: 'Links that lead nowhere',
  help: 'A link, button or quote refers to something that is not published, or to an address of this site where nothing is. Visitors do not see the link or get an error page. Publish what it refers to, choose another page or remove the link.',
  level: 'warning',
  blocksReleases: true,
  check(document, { content }) {
    const site = URL.parse(String(content.settings?.companyUrl))
    const field = document._type === 'redirect' ? 'to' : 'href'
    return [...walk(document)].flatMap(({ kind, path, value }): Finding[] => {
      if (kind !== 'object') return []
      const ref = value._ref
      if (typeof ref === 'string' && !/^(?:image|file)-/.test(ref) && !isPublished(ref, content)) {
        const message =
          'A link, button or quote here refers to something that is not published, so visitors do not see it. Publish that first, choose another or remove it.'
        return [{ path, message, value: ref }]
      }
      const url = site && typeof value[field] === 'string' ? URL.parse(value[field], site) : null
      if (!url || url.host !== site?.host || exists(url, content)) return []
      return [
        {
          path: [...path, field],
          message: `There is no page at ${url.pathname} of this site. Correct the address or choose a page.`,
          value: url.pathname,
        },
      ]
    })
  },
}

const isPublished = (ref: string, { published }: PublishedContent) => published.includes(getPublishedId(ref))

/** The end of a path to an earlier policy text, or to a further page of a list. */
const SUBPAGE = /\/(?:\d{4}-\d\d-\d\d(?:-\d+)?|page\/\d+)$/

function exists({ pathname }: URL, { addresses, redirects, earlierAddresses }: PublishedContent): boolean {
  const path = normalizePath(pathname)
  return (
    path === '/' ||
    RESERVED_SLUGS.includes(path.split('/')[1] ?? '') ||
    [path, path.replace(SUBPAGE, '')].some(
      (place) => documentsAt(addresses, place).length > 0 || redirectsFrom(redirects, place).length > 0,
    ) ||
    isEarlierText(path, earlierAddresses)
  )
}
