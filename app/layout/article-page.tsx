import { ArticleSource } from '#app/blocks/article-source.tsx'
import { Picture } from '#app/blocks/picture.tsx'
import { RichText } from '#app/content/text.tsx'
import type { Article } from '#app/content/types.ts'
import styles from '#app/layout/article-page.module.css'
import { Prose } from '#app/ui/prose.tsx'

export function ArticlePage({ article }: { article: Article }) {
  const { category, title, description, picture, body } = article
  return (
    <article>
      <div className={styles.opening} data-tone="sand">
        <div className={styles.head}>
          {category && <p className={styles.category}>{category}</p>}
          <h1 className={styles.title}>{title}</h1>
          {description && <p className={styles.description}>{description}</p>}
          <ArticleSource article={article} className={styles.source} />
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
