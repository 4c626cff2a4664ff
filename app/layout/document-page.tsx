import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Blocks } from '#app/blocks/blocks.tsx'
import { EditPlace } from '#app/content/edit.tsx'
import { hrefOf } from '#app/content/href.ts'
import type { loadDocument } from '#app/layout/document.server.ts'
import { PolicyPage } from '#app/layout/policy-page.tsx'
import { pageJsonLd, policyJsonLd } from '#app/seo/json-ld.ts'
import { documentMeta, siteOf } from '#app/seo/meta.ts'

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadDocument>

/** A page of blocks, or a policy. */
export function DocumentPage() {
  const document = useLoaderData<Loader>()
  return document.kind === 'page' ? (
    <EditPlace place={{ id: document.page._id, type: 'page' }}>
      <Blocks blocks={document.page.blocks} title={document.page.title} {...document.extras} />
    </EditPlace>
  ) : (
    <EditPlace place={{ id: document.policy._id, type: 'policy' }}>
      <PolicyPage policy={document.policy} />
    </EditPlace>
  )
}

export const documentMetaOf: MetaFunction<Loader> = ({ data, matches }) => {
  const site = siteOf(matches)
  if (!data || !site) return []
  const { share } = data
  if (data.kind === 'page') {
    const { page } = data
    const path = hrefOf({ _type: 'page', slug: page.slug }) ?? '/'
    return documentMeta(page, site, { path, share, jsonLd: pageJsonLd(page, site) })
  }
  const { policy } = data
  const path = hrefOf({ _type: 'policy', slug: policy.slug }) ?? '/'
  return documentMeta(policy, site, { path, share, jsonLd: policyJsonLd(policy, site) })
}

export const loaderHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) =>
  errorHeaders ?? loaderHeaders
