import type { AppLoadContext } from '@remix-run/node'
import { formatDate } from '#app/blocks/content-date.tsx'
import { articleSection, pageSection } from '#app/blocks/markdown.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { type MarkdownWriter, markdownWriter, type Section } from '#app/content/markdown.server.ts'
import type { Policy } from '#app/content/types.ts'
import { respondOr503 } from '#app/content/unavailable.server.ts'
import { followRedirect } from '#app/layout/not-found.server.ts'
import { documentAt } from '#app/seo/sitemap.server.ts'

type Loaded = { request: Request; context: AppLoadContext }

/** Responds with the Markdown form of the first visible document. A preview has none: its drafts are for editors only. */
export const markdownResponse = (
  { request, context }: Loaded,
  documents: Parameters<typeof documentAt>[1][],
) =>
  respondOr503(context, async () => {
    const { content, siteUrl, preview } = context
    for (const address of preview ? [] : documents) {
      const document = await documentAt(content, address)
      if (!document || document.seo?.noIndex) continue
      const url = siteUrl + hrefOf(address)
      const write = markdownWriter(await content.settings(), url)
      const section =
        'blocks' in document
          ? pageSection(document, write, await content.laterArticles())
          : 'body' in document
            ? { ...articleSection(document), titleHref: '', sections: [{ text: document.body }] }
            : policySection(document, write)
      return new Response(`${write.section(section)}\n`, {
        headers: {
          'Content-Type': 'text/markdown; charset=utf-8',
          'Cache-Control': 'no-cache',
          // A search result should be the HTML page. `canonical` tells everybody else which address to cite.
          'X-Robots-Tag': 'noindex',
          Link: `<${url}>; rel="canonical"`,
        },
      })
    }
    await followRedirect(request, context)
    return new Response('Not found.\n', { status: 404, headers: { 'Cache-Control': 'no-cache' } })
  })

function policySection(policy: Policy, { settings, link }: MarkdownWriter): Section {
  const { interfaceWords: labels } = settings
  const from = policy.effectiveDate && `${labels?.inForceFrom} ${formatDate(policy.effectiveDate)}`
  const sections = policy.sections?.map(({ title, body }, index) => ({
    title: `${index + 1} ${title}`,
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
