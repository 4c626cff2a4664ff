import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { pictureUrl } from '#app/content/media.ts'
import { escapeXml } from '#app/platform/xml.ts'
import { imagesOf } from '#app/seo/page-images.ts'

const IMAGE_WIDTH = 1500

/** The sitemap: every indexed page, when its content last changed, and its images (sitemaps.org, Google's image extension). */
export async function sitemap(content: Content, siteUrl: string): Promise<string> {
  const urls = (await indexedPages(content)).map(({ path, changedAt, document }) => {
    const found = imagesOf(document).flatMap((image) => pictureUrl(image, { width: IMAGE_WIDTH }) ?? [])
    const images = [...new Set(found)].map(
      (url) => `<image:image><image:loc>${escapeXml(new URL(url, siteUrl).href)}</image:loc></image:image>`,
    )
    return `<url><loc>${escapeXml(siteUrl + path)}</loc><lastmod>${escapeXml(changedAt)}</lastmod>${images.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('\n')}
</urlset>
`
}

/** Every indexed page with its content, sorted by path. */
export async function indexedPages(content: Content) {
  const indexed = (await content.visibleDocuments()).filter((document) => document.indexed)
  const pages = indexed.map(async (visible) => ({
    ...visible,
    path: hrefOf(visible) ?? '/',
    document: await content[visible._type](visible.slug),
  }))
  return (await Promise.all(pages)).sort((a, b) => (a.path < b.path ? -1 : 1))
}
