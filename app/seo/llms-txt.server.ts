import type { Content } from '#app/content/content.server.ts'
import { markdownHref } from '#app/content/href.ts'
import { markdownWriter } from '#app/content/markdown.server.ts'
import { indexedPages } from '#app/seo/sitemap.server.ts'

const SECTIONS = { page: 'Pages', article: 'Articles', policy: 'Policies' }

/** The site's contents for language models: the Markdown form of every indexed page (llmstxt.org). */
export async function llmsTxt(content: Content, siteUrl: string): Promise<string> {
  const { settings, line, link, section } = markdownWriter(await content.settings(), `${siteUrl}/`)
  const pages = await indexedPages(content)
  const sections = Object.entries(SECTIONS).map(([type, title]) => ({
    title,
    list: pages
      .filter(({ _type }) => _type === type)
      .map(({ path, document }) => {
        const about =
          document?.seo?.description || (document && 'description' in document && document.description)
        return link(markdownHref(path), document?.title) + (about ? `: ${line(about)}` : '')
      }),
  }))
  return `# ${line(settings.brand)}\n\n> ${line(settings.description)}\n\n${section({ sections }, 2)}\n`
}
