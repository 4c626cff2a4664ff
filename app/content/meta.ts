import type { MetaDescriptor } from '@remix-run/node'
import type { Seo, Settings } from '#app/content/types.ts'

type Described = { title: string | null; seo: Seo | null; description?: string | null }

/** Title and description of a document, with the settings' where it has none of its own. */
export function documentMeta(document: Described, settings: Settings): MetaDescriptor[] {
  const own = document.seo?.title || document.title
  const title = [own, settings.brand].filter(Boolean).join(' · ')
  const description = document.seo?.description || document.description || settings.description
  return [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(document.seo?.noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
