import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { documentMeta } from '#app/content/meta.ts'
import { useSettings } from '#app/content/settings.tsx'
import { ArticlePage } from '#app/layout/article-page.tsx'
import { HTML_HEADERS } from '#app/layout/document.server.ts'
import { loaderHeaders } from '#app/layout/document-page.tsx'
import { MissingArticle } from '#app/layout/missing-article.tsx'
import { settingsOf } from '#app/layout/settings-match.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const article = await context.content.article(params.slug ?? '')
  return data({ article }, { status: article ? 200 : 404, headers: HTML_HEADERS })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const settings = settingsOf(matches)
  if (!settings) return []
  if (data?.article) return documentMeta(data.article, settings)
  const missing = { title: settings.interfaceWords?.notFoundHeading ?? null, seo: null }
  return documentMeta(missing, settings)
}

export const headers = loaderHeaders

export default function ArticleRoute() {
  const { article } = useLoaderData<typeof loader>()
  const { interfaceWords } = useSettings()
  return article ? (
    <ArticlePage article={article} />
  ) : (
    <MissingArticle words={interfaceWords?.articleMissing ?? null} />
  )
}
