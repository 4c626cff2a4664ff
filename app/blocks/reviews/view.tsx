import styles from '#app/blocks/reviews/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import type { BlockOf } from '#app/content/types.ts'
import type { ShownReviews } from '#app/reviews/review-list.server.ts'
import { Reviews } from '#app/reviews/reviews.tsx'
import { Section } from '#app/ui/section.tsx'
import { useSectionId } from '#app/ui/section-id.ts'

type Props = { block: BlockOf<'reviews'>; reviews?: ShownReviews | null }

export function ReviewsView({ block, reviews = null }: Props) {
  return (
    <Section tone="sand">
      <div id={useSectionId('reviews')}>
        <Reviews block={block} reviews={reviews}>
          <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
        </Reviews>
      </div>
    </Section>
  )
}
