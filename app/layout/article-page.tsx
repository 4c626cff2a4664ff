import { ArticleSource } from '#app/blocks/article-source.tsx'
import { Picture } from '#app/blocks/picture.tsx'
import { type AnchoredHeading, anchoredHeadings } from '#app/content/heading-anchors.ts'
import { plainText } from '#app/content/plain-text.ts'
import { useSettings } from '#app/content/settings.tsx'
import { RichText } from '#app/content/text.tsx'
import type { Article } from '#app/content/types.ts'
import styles from '#app/layout/article-page.module.css'
import { Breadcrumbs } from '#app/layout/breadcrumbs.tsx'
import { Prose } from '#app/ui/prose.tsx'

/** A shorter article has no list of contents. */
const MIN_LISTED_HEADINGS = 3

export function ArticlePage({ article }: { article: Article }) {
  const { category, title, slug, description, picture, body } = article
  const headings = anchoredHeadings(body)
  return (
    <article>
      <div className={styles.opening} data-tone="sand">
        <div className={styles.head}>
          <Breadcrumbs _type="article" slug={slug} title={title} />
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
        {headings.length >= MIN_LISTED_HEADINGS && <Contents headings={headings} />}
        <Prose className={styles.body}>
          <RichText value={body} anchors={headings} />
        </Prose>
      </div>
    </article>
  )
}

function Contents({ headings }: { headings: AnchoredHeading[] }) {
  const settings = useSettings()
  const label = settings.interfaceWords?.contents
  return (
    <nav className={styles.contents} aria-label={label ?? undefined} data-screen>
      <strong aria-hidden="true">{label}</strong>
      <ol>
        {headings.map(({ block, id }) => (
          <li key={id}>
            <a href={`#${id}`}>{plainText([block], settings)}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
