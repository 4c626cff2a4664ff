import { useSettings } from '#app/content/settings.tsx'
import type { Review } from '#app/host/review.ts'
import styles from '#app/reviews/all-reviews.module.css'
import { ReviewCard } from '#app/reviews/review-card.tsx'
import { reviewsHref } from '#app/reviews/review-href.ts'
import type { ReviewLabels } from '#app/reviews/review-labels.server.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import { Section } from '#app/ui/section.tsx'

type Props = { labels: ReviewLabels; reviews: Review[]; number: number; pages: number }

/** One page of the whole list, in the backend's order. */
export function AllReviews({ labels, reviews, number, pages }: Props) {
  const { brand, interfaceWords } = useSettings()
  const pageLabel = `${interfaceWords?.listPage} ${number} / ${pages}`
  return (
    <Section tone="sand" className={styles.layout}>
      <h1>{labels.heading || brand}</h1>
      <ul className={styles.list}>
        {reviews.map((review, index) => (
          <li key={review.id ?? index} className={styles.item}>
            <ReviewCard review={review} labels={labels} level={2} />
          </li>
        ))}
      </ul>
      <nav className={styles.pager} aria-label={pageLabel}>
        {number > 1 && (
          <PageLink to={reviewsHref(number - 1)} rel="prev">
            {interfaceWords?.previousReviews}
          </PageLink>
        )}
        <span>{pageLabel}</span>
        {number < pages && (
          <PageLink to={reviewsHref(number + 1)} rel="next">
            {interfaceWords?.nextReviews}
          </PageLink>
        )}
      </nav>
    </Section>
  )
}
