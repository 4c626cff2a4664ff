import { CardList } from '#app/blocks/card-list.tsx'
import { SectionHead } from '#app/blocks/section-head.tsx'
import styles from '#app/blocks/steps/styles.module.css'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

export function StepsView({ block }: { block: BlockOf<'steps'> }) {
  return (
    <Section className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      <CardList as="ol" cards={block.steps} className={styles.steps} cardClassName={styles.step} rise />
    </Section>
  )
}
