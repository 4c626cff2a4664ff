import { ContentDate } from '#app/blocks/content-date.tsx'

type Props = { article: { date: string | null; site: string | null }; className?: string }

/** When an article is from and where it stood first; nothing without both. */
export function ArticleSource({ article: { date, site }, className }: Props) {
  if (!date && !site) return null
  return (
    <p className={className}>
      {date && <ContentDate date={date} field="date" />}
      {site && <span>{site}</span>}
    </p>
  )
}
