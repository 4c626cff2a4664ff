import { CardList } from '#app/blocks/card-list.tsx'
import styles from '#app/blocks/feature-grid/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

export function FeatureGridView({ block }: { block: BlockOf<'featureGrid'> }) {
  return (
    <Section tone="sand">
      <SectionHead heading={block.heading} intro={block.intro} />
      <CardList cards={block.features} className={styles.grid} cardClassName={styles.feature} rise />
    </Section>
  )
}
