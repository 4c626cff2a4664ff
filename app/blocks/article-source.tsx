import { ContentDate } from '#app/blocks/content-date.tsx'

type Props = { article: { date: string | null; site: string | null }; className?: string }

/** The date and first publication of an article. */
export function ArticleSource({ article: { date, site }, className }: Props) {
  if (!date && !site) return null
  return (
    <p className={className}>
      {date && <ContentDate date={date} field="date" />}
      {site && <span>{site}</span>}
    </p>
  )
}
