import { ADDRESSED } from '#studio/validation/published-content.ts'
import type { Finding, Rule } from '#studio/validation/rule.ts'

/** Search engines show about this many characters. */
export const TITLE_CHARACTERS = 60
export const DESCRIPTION_CHARACTERS = 160

/** Warns about a title or description that search engines cut. */
export const searchResult: Rule = {
  name: 'search-result',
  title: 'Titles and descriptions that search engines cut',
  help: 'Search engines show about 60 characters of a title, with the brand name, and 160 of a description. Give the page a shorter one under “Search and sharing”.',
  level: 'warning',
  types: ADDRESSED,
  check(document, { content: { settings } }) {
    const seo = (document.seo ?? {}) as { title?: string; description?: string }
    const title = [seo.title || document.title, settings?.brand].filter(Boolean).join(' · ')
    const description =
      seo.description || (document._type === 'article' && (document.description as string)) || ''
    const cut = (field: 'title' | 'description', length: number, most: number, note = ''): Finding[] =>
      length <= most
        ? []
        : [
            {
              path: seo[field] ? ['seo', field] : [field],
              message: `Search engines cut this ${field} after about ${most} characters; it has ${length}${note}. ${seo[field] ? 'Shorten it.' : 'Give it a shorter one under “Search and sharing”.'}`,
            },
          ]
    return [
      ...cut('title', title.length, TITLE_CHARACTERS, ' with the brand name'),
      ...cut('description', description.length, DESCRIPTION_CHARACTERS),
    ]
  },
}
