import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { type ClientActionFunctionArgs, useLoaderData } from '@remix-run/react'
import { Blocks } from '#app/blocks/blocks.tsx'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import { listHref } from '#app/content/article-pages.ts'
import { EditableDocument } from '#app/content/click-to-edit.tsx'
import { hrefOf, linkHref } from '#app/content/href.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { Page } from '#app/content/types.ts'
import { serverActionWithFallback } from '#app/forms/client-action.ts'
import { Breadcrumbs } from '#app/layout/breadcrumbs.tsx'
import styles from '#app/layout/content-page.module.css'
import type { loadContentPage } from '#app/layout/content-page.server.ts'
import { PolicyPage } from '#app/layout/policy-page.tsx'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'
import { pageJsonLd, policyJsonLd } from '#app/seo/json-ld.ts'
import { documentMeta, ownTitle, siteOf } from '#app/seo/meta.ts'

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadContentPage>

/** A page of blocks, or a policy. */
export function ContentPage() {
  const document = useLoaderData<Loader>()
  return document.kind === 'page' ? (
    <EditableDocument source={{ id: document.page._id, type: 'page' }}>
      <PageBreadcrumbs {...document.page} />
      <Blocks
        blocks={document.page.blocks}
        title={document.page.title}
        list={{ slug: document.page.slug, number: document.listPage }}
        {...document.extras}
      />
    </EditableDocument>
  ) : (
    <EditableDocument source={{ id: document.policy._id, type: 'policy' }}>
      <PolicyPage policy={document.policy} />
    </EditableDocument>
  )
}

/** The header's navigation shows where its own pages are; all others have breadcrumbs. */
function PageBreadcrumbs({ slug, title }: Pick<Page, 'slug' | 'title'>) {
  const path = hrefOf({ _type: 'page', slug })
  const isInHeader = useSettings().headerNav?.some((link) => linkHref(link) === path)
  if (path === '/' || isInHeader) return null
  return (
    <div className={styles.breadcrumbs} data-tone="sand">
      <Breadcrumbs _type="page" slug={slug} title={title} />
    </div>
  )
}

/** The meta tags of a page or policy. The title of a later list page contains its number. */
export const contentPageMeta: MetaFunction<Loader> = ({ data, matches }) => {
  const site = siteOf(matches)
  if (!data || !site) return []
  const { share } = data
  if (data.kind === 'policy') {
    const { policy } = data
    const path = hrefOf({ _type: 'policy', slug: policy.slug }) ?? '/'
    return documentMeta(policy, site, { path, share, jsonLd: policyJsonLd(policy, site) })
  }
  const { page, listPage } = data
  const options = { path: listHref(page.slug, listPage), share, jsonLd: pageJsonLd(page, site) }
  if (listPage === 1) return documentMeta(page, site, options)
  const seo = page.seo && { ...page.seo, title: null }
  return documentMeta({ ...page, seo, title: `${ownTitle(page)} (${listPage})` }, site, options)
}

/** Sends a form of a block. A network failure keeps the typed text (specification 8, "any status or network fault"). */
export const contentPageClientAction = (args: ClientActionFunctionArgs) =>
  serverActionWithFallback<EnquiryOutcome | ReviewOutcome>(args, (form) =>
    form.get('form') === 'review'
      ? { form: 'review', ok: false, status: 503, submission: {} }
      : {
          form: 'enquiry',
          ok: false,
          reason: 'failed',
          status: 503,
          submission: { status: 'error', initialValue: Object.fromEntries(form) as Record<string, string> },
        },
  )
