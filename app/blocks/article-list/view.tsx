import styles from '#app/blocks/article-list/styles.module.css'
import { ArticleSource } from '#app/blocks/article-source.tsx'
import { Picture } from '#app/blocks/picture.tsx'
import { listHref, pageCount } from '#app/content/article-pages.ts'
import { EditableDocument, useEditAttribute } from '#app/content/click-to-edit.tsx'
import { hrefOf } from '#app/content/href.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { CardHeading, Heading } from '#app/ui/heading.tsx'
import { ArrowIcon } from '#app/ui/icons.tsx'
import { PageLink } from '#app/ui/page-link.tsx'
import { Section } from '#app/ui/section.tsx'

type Article = BlockOf<'articleList'>['articles'][number]

/** The slug of the list's page, and the number of the list page, from 1 on. */
export type ListPlace = { slug: string | null; number: number }

export function ArticleListView({ block, place }: { block: BlockOf<'articleList'>; place?: ListPlace }) {
  return (
    <Section className={styles.layout}>
      {block.heading && <Heading>{block.heading}</Heading>}
      {block.articles.length > 0 && (
        <ul className={styles.list}>
          {block.articles.map((article, index) => (
            <li key={article._id}>
              <EditableDocument source={{ id: article._id, type: 'article' }}>
                <ArticleCard article={article} readLabel={block.readLabel} first={index === 0} />
              </EditableDocument>
            </li>
          ))}
        </ul>
      )}
      {place && pageCount(block.total) > 1 && <Pager {...place} pages={pageCount(block.total)} />}
    </Section>
  )
}

function Pager({ slug, number, pages }: ListPlace & { pages: number }) {
  const { interfaceWords: labels } = useSettings()
  const label = `${labels?.listPage} ${number} / ${pages}`
  return (
    <nav className={styles.pager} aria-label={label}>
      {number > 1 && (
        <PageLink to={listHref(slug, number - 1)} rel="prev">
          {labels?.newerArticles}
        </PageLink>
      )}
      <span>{label}</span>
      {number < pages && (
        <PageLink to={listHref(slug, number + 1)} rel="next">
          {labels?.olderArticles}
        </PageLink>
      )}
    </nav>
  )
}

/** A card that is one link. It has no aria-label, which NVDA would read instead of the card's content. */
function ArticleCard({
  article,
  readLabel,
  first,
}: {
  article: Article
  readLabel: string | null
  /** The first card's image loads with priority. */
  first: boolean
}) {
  const { category, title, description, picture } = article
  const href = hrefOf({ _type: 'article', slug: article.slug })
  const edit = useEditAttribute()
  const content = (
    <>
      <Picture
        picture={picture}
        ratio={3 / 2}
        sizes="(min-width: 60em) 50vw, 92vw"
        priority={first}
        className={styles.picture}
      />
      <div className={styles.text}>
        {category && <p className={styles.category}>{category}</p>}
        <CardHeading {...edit('title')}>{title}</CardHeading>
        {description && <p>{description}</p>}
        <ArticleSource article={article} className={styles.source} />
        {readLabel && (
          <p className={styles.read} aria-hidden="true">
            {readLabel} <ArrowIcon />
          </p>
        )}
      </div>
    </>
  )
  return (
    <article>
      {href ? (
        <PageLink to={href} className={styles.card}>
          {content}
        </PageLink>
      ) : (
        <div className={styles.card}>{content}</div>
      )}
    </article>
  )
}
