import type { AppLoadContext } from '@remix-run/node'
import { formatDate } from '#app/blocks/content-date.tsx'
import { articleSection, pageSection } from '#app/blocks/markdown.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { type MarkdownWriter, markdownWriter, type Section } from '#app/content/markdown.server.ts'
import type { Article, Page, Policy } from '#app/content/types.ts'
import { respondOr503 } from '#app/content/unavailable.server.ts'
import type { VisibleDocument } from '#app/content/visible-documents.ts'
import { followRedirect } from '#app/layout/not-found.server.ts'

type Types = VisibleDocument['_type'][]

/** Responds with the Markdown form of a visible document. A preview has none: its drafts are for editors only. */
export const markdownResponse = (request: Request, context: AppLoadContext, slug: string, types: Types) =>
  respondOr503(context, async () => {
    const { content, siteUrl, preview } = context
    for (const _type of preview ? [] : types) {
      const document = await content[_type](slug)
      if (!document || document.seo?.noIndex) continue
      const url = siteUrl + hrefOf({ _type, slug })
      const write = markdownWriter(await content.settings(), url)
      const text = write.section(await documentSection(document, write, content))
      // A search result should be the HTML page.
      const headers = { 'Cache-Control': 'no-cache', Link: `<${url}>; rel="canonical"` }
      return new Response(`${text}\n`, {
        headers: { ...headers, 'Content-Type': 'text/markdown; charset=utf-8' },
      })
    }
    await followRedirect(request, context)
    return new Response('Not found.\n', { status: 404, headers: { 'Cache-Control': 'no-cache' } })
  })

async function documentSection(document: Page | Policy | Article, write: MarkdownWriter, content: Content) {
  if ('versions' in document) return policySection(document, write)
  if ('body' in document)
    return { ...articleSection(document), titleHref: '', sections: [{ text: document.body }] }
  // Markdown has no further pages of a list.
  const isLong = document.blocks?.some(
    (one) => one._type === 'articleList' && one.total > one.articles.length,
  )
  return pageSection(document, write, isLong ? await content.laterArticles() : [])
}

function policySection(policy: Policy, { settings, link }: MarkdownWriter): Section {
  const { interfaceWords: labels } = settings
  const from = policy.effectiveDate && `${labels?.inForceFrom} ${formatDate(policy.effectiveDate)}`
  const sections = policy.sections?.map(({ title, body }, index) => ({
    title: `${index + 1} ${title ?? ''}`,
    text: body,
  }))
  const path = hrefOf({ _type: 'policy', slug: policy.slug })
  const list = policy.versions.map(
    ({ address, effectiveDate: date }) =>
      address && link(`${path}/${address}`, date ? formatDate(date) : address),
  )
  const earlier = list.length > 0 ? [{ title: labels?.earlierVersions, list }] : []
  return { ...policy, subheading: from, sections: [...(sections ?? []), ...earlier] }
}
