import styles from '#app/blocks/reviews/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

/** What clients say. The list and the form that adds to it stand under the heading. */
export function ReviewsView({ block }: { block: BlockOf<'reviews'> }) {
  return (
    <Section tone="sand" className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
    </Section>
  )
}
