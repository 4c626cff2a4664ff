import { ContentDate } from '#app/blocks/content-date.tsx'
import { Picture } from '#app/blocks/picture.tsx'
import { RichText } from '#app/content/text.tsx'
import type { Article } from '#app/content/types.ts'
import styles from '#app/layout/article-page.module.css'
import { Prose } from '#app/ui/prose.tsx'

export function ArticlePage({ article }: { article: Article }) {
  const { category, title, description, date, site, picture, body } = article
  return (
    <article>
      <div className={styles.opening} data-tone="sand">
        <div className={styles.head}>
          {category && <p className={styles.category}>{category}</p>}
          <h1 className={styles.title}>{title}</h1>
          {description && <p className={styles.description}>{description}</p>}
          {(date || site) && (
            <p className={styles.source}>
              {date && <ContentDate date={date} field="date" />}
              {site && <span>{site}</span>}
            </p>
          )}
        </div>
      </div>
      <div className={styles.page}>
        <Picture
          picture={picture}
          ratio={2}
          sizes="(min-width: 72em) 68rem, 92vw"
          priority
          className={styles.picture}
        />
        <Prose className={styles.body}>
          <RichText value={body} />
        </Prose>
      </div>
    </article>
  )
}
