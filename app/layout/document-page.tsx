import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Blocks } from '#app/blocks/blocks.tsx'
import { listHref } from '#app/content/article-pages.ts'
import { EditPlace } from '#app/content/edit.tsx'
import { hrefOf } from '#app/content/href.ts'
import type { loadDocument } from '#app/layout/document.server.ts'
import { PolicyPage } from '#app/layout/policy-page.tsx'
import { pageJsonLd, policyJsonLd } from '#app/seo/json-ld.ts'
import { documentMeta, ownTitle, siteOf } from '#app/seo/meta.ts'

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadDocument>

/** A page of blocks, or a policy. */
export function DocumentPage() {
  const document = useLoaderData<Loader>()
  return document.kind === 'page' ? (
    <EditPlace place={{ id: document.page._id, type: 'page' }}>
      <Blocks
        blocks={document.page.blocks}
        title={document.page.title}
        list={{ slug: document.page.slug, number: document.listPage }}
        {...document.extras}
      />
    </EditPlace>
  ) : (
    <EditPlace place={{ id: document.policy._id, type: 'policy' }}>
      <PolicyPage policy={document.policy} />
    </EditPlace>
  )
}

/** The head of a page or policy. Of a later page of a list the title says which one. */
export const documentMetaOf: MetaFunction<Loader> = ({ data, matches }) => {
  const site = siteOf(matches)
  if (!data || !site) return []
  const document = data
  const { share } = document
  if (document.kind === 'page') {
    const { page, listPage } = document
    const place = { path: listHref(page.slug, listPage), share, jsonLd: pageJsonLd(page, site) }
    if (listPage === 1) return documentMeta(page, site, place)
    const later = {
      ...page,
      seo: page.seo && { ...page.seo, title: null },
      title: `${ownTitle(page)} (${listPage})`,
    }
    return documentMeta(later, site, place)
  }
  const { policy } = document
  const path = hrefOf({ _type: 'policy', slug: policy.slug }) ?? '/'
  return documentMeta(policy, site, { path, share, jsonLd: policyJsonLd(policy, site) })
}

/** A route's headers are those of what its loader answered, or threw. */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) =>
  errorHeaders ?? loaderHeaders
