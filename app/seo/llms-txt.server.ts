import type { Content } from '#app/content/content.server.ts'
import { hrefOf, markdownHref } from '#app/content/href.ts'
import {
  bullets,
  heading,
  line,
  linkTo,
  type MarkdownPage,
  paragraphs,
} from '#app/content/markdown.server.ts'
import type { Settings } from '#app/content/types.ts'
import { documentAt } from '#app/seo/sitemap.server.ts'

const SECTIONS = { page: 'Pages', article: 'Articles', policy: 'Policies' } as const

/** The site's contents for language models: the Markdown form of every indexed page (llmstxt.org). */
export async function llmsTxt(content: Content, settings: Settings, siteUrl: string): Promise<string> {
  const page: MarkdownPage = { settings, url: `${siteUrl}/` }
  const indexed = (await content.visibleDocuments()).filter((document) => document.indexed)
  const entries = await Promise.all(
    indexed.map(async (visible) => {
      const document = await documentAt(content, visible)
      const path = hrefOf(visible)
      if (!document || !path) return []
      const { title, seo } = document
      const about = seo?.description || ('description' in document && document.description)
      const link = linkTo(markdownHref(path), line(title, page), page)
      return { _type: visible._type, path, text: about ? `${link}: ${line(about, page)}` : link }
    }),
  )
  const sorted = entries.flat().sort((a, b) => (a.path < b.path ? -1 : 1))
  const sections = Object.entries(SECTIONS).map(([type, name]) => {
    const items = bullets(sorted.filter(({ _type }) => _type === type).map(({ text }) => text))
    return items && paragraphs(`## ${name}`, items)
  })
  const summary = line(settings.description, page)
  return `${paragraphs(heading(1, settings.brand, page), summary && `> ${summary}`, ...sections)}\n`
}
