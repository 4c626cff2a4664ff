import { useState } from 'react'
import type { BlockOf } from '#app/content/types.ts'
import type { Review } from '#app/host/review.ts'
import styles from '#app/reviews/review-card.module.css'
import { cutText, formatReviewDate, fullName } from '#app/reviews/review-text.ts'
import { classNames } from '#app/ui/class-names.ts'
import { StarIcon } from '#app/ui/icons.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Labels = Pick<BlockOf<'reviews'>, 'companyLabel' | 'positionLabel' | 'moreLabel' | 'lessLabel'>

const MAX_RATING = 5

/**
 * One review: 320 px high, or as high as its expanded text (specification 2 and 9). `dir="auto"` sets the text direction,
 * so that a Hebrew sentence has its punctuation at the left.
 */
export function ReviewCard({
  review,
  labels,
  level = 3,
}: {
  review: Review
  labels: Labels
  /** Level of its heading. */
  level?: 2 | 3
}) {
  const Name = `h${level}` as const
  const [expanded, setExpanded] = useState(false)
  const hydrated = useHydrated()
  const name = fullName(review)
  const text = review.reviewDescription ?? ''
  const cut = cutText(text)
  return (
    <article className={classNames(styles.card, expanded && styles.expanded)}>
      <div>
        {name && (
          <Name className={styles.name} dir="auto">
            {name}
          </Name>
        )}
        <dl className={styles.facts}>
          <Fact label={labels.companyLabel ?? 'Company'} value={review.companyName} />
          <Fact label={labels.positionLabel ?? 'Position'} value={review.jobTitle} />
        </dl>
      </div>
      {text && (
        <div className={styles.quote}>
          <p
            className={classNames(styles.text, cut && !expanded && styles.clamped, cut && styles.shortened)}
            dir="auto"
          >
            {/* One text node. In a page that a browser has translated, React would update removed nodes. */}
            {`“${expanded ? text : (cut ?? text)}”`}
          </p>
          {cut && (
            <>
              {!hydrated && (
                <noscript>
                  <p className={styles.text} dir="auto">
                    {`“${text}”`}
                  </p>
                </noscript>
              )}
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={expanded}
                onClick={() => setExpanded(!expanded)}
              >
                {expanded ? (labels.lessLabel ?? 'Show Less') : (labels.moreLabel ?? 'Read More')}
              </button>
            </>
          )}
        </div>
      )}
      <div className={styles.foot}>
        {review.rating !== null && <Stars rating={Math.round(review.rating)} />}
        {review.date && <time dateTime={review.date}>{formatReviewDate(review.date)}</time>}
      </div>
    </article>
  )
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (!value) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  )
}

function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${rating} out of ${MAX_RATING}`}>
      {Array.from({ length: MAX_RATING }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five stars, always in this order
        <StarIcon key={index} className={index < rating ? styles.full : styles.empty} />
      ))}
    </span>
  )
}
