import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Blocks } from '#app/blocks/blocks.tsx'
import { documentMeta } from '#app/content/meta.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { loadDocument } from '#app/layout/document.server.ts'
import { PolicyPage } from '#app/layout/policy-page.tsx'
import { settingsOf } from '#app/layout/settings-match.ts'

type Loader = (args: LoaderFunctionArgs) => ReturnType<typeof loadDocument>

/** A page of blocks, or a policy. */
export function DocumentPage() {
  const document = useLoaderData<Loader>()
  const { interfaceWords } = useSettings()
  return document.kind === 'page' ? (
    <Blocks blocks={document.page.blocks} title={document.page.title} {...document.extras} />
  ) : (
    <PolicyPage policy={document.policy} inForceLabel={interfaceWords?.inForceFrom ?? null} />
  )
}

export const documentMetaOf: MetaFunction<Loader> = ({ data, matches }) => {
  const settings = settingsOf(matches)
  if (!data || !settings) return []
  return documentMeta(data.kind === 'page' ? data.page : data.policy, settings)
}

export const loaderHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) =>
  errorHeaders ?? loaderHeaders
