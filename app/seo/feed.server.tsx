import { renderToStaticMarkup } from 'react-dom/server'
import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { parseDate } from '#app/content/parse-date.ts'
import { SettingsProvider } from '#app/content/settings.tsx'
import { RichTextWithFullUrls } from '#app/content/text.tsx'
import type { Article, Settings } from '#app/content/types.ts'
import { escapeXml } from '#app/platform/xml.ts'

const MAX_ENTRIES = 50

/** The latest articles as an Atom feed (RFC 4287), newest first. */
export async function articleFeed(content: Content, settings: Settings, siteUrl: string): Promise<string> {
  const { articles: slugs } = await content.addresses()
  const articles = (await Promise.all(slugs.map((slug) => content.article(slug ?? ''))))
    .filter((article) => article !== null)
    .filter(({ date, seo }) => date !== null && !seo?.noIndex)
    .sort((a, b) => (b.date! < a.date! ? -1 : 1))
    .slice(0, MAX_ENTRIES)
  const address = `${siteUrl}/feed.xml`
  const updated = articles
    .map(({ _updatedAt }) => _updatedAt)
    .sort()
    .at(-1)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
<id>${escapeXml(address)}</id>
<title>${escapeXml(settings.brand ?? '')}</title>
${settings.description ? `<subtitle>${escapeXml(settings.description)}</subtitle>\n` : ''}<updated>${escapeXml(updated ?? '1970-01-01T00:00:00Z')}</updated>
<author><name>${escapeXml(settings.brand ?? '')}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(address)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(siteUrl)}/resources"/>
<icon>${escapeXml(siteUrl)}/icons/mark-192.png</icon>
${articles.map((article) => entry(article, settings, siteUrl)).join('\n')}
</feed>
`
}

/** The id (tag URI, RFC 4151) stays the same when the article's slug or date changes. */
function entry(article: Article, settings: Settings, siteUrl: string): string {
  const { _id, _updatedAt, slug, title, description, date, category, body } = article
  const host = new URL(siteUrl).hostname
  const published = timestampOf(date)
  return `<entry>
<id>tag:${host},2026:${escapeXml(encodeURIComponent(_id))}</id>
<title>${escapeXml(title ?? '')}</title>
<link rel="alternate" type="text/html" href="${escapeXml(siteUrl + (hrefOf({ _type: 'article', slug }) ?? '/'))}"/>
${published ? `<published>${published}</published>\n` : ''}<updated>${escapeXml(_updatedAt)}</updated>
${category ? `<category term="${escapeXml(category)}"/>\n` : ''}${description ? `<summary>${escapeXml(description)}</summary>\n` : ''}<content type="html">${escapeXml(html(body, settings, siteUrl))}</content>
</entry>`
}

/** Formats a date by RFC 3339. Undefined for an invalid date of imported content. */
function timestampOf(date: string | null): string | undefined {
  const at = date && /^\d{4}-\d{2}-\d{2}/.test(date) ? parseDate(date) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().replace('.000', '')
}

const html = (body: Article['body'], settings: Settings, siteUrl: string): string =>
  renderToStaticMarkup(
    <SettingsProvider value={settings}>
      <RichTextWithFullUrls value={body} siteUrl={siteUrl} />
    </SettingsProvider>,
  )
