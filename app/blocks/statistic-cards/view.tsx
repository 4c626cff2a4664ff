import styles from '#app/blocks/statistic-cards/styles.module.css'
import { Figures } from '#app/blocks/statistic-list.tsx'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Heading } from '#app/ui/heading.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section } from '#app/ui/section.tsx'

export function StatisticCardsView({ block }: { block: BlockOf<'statisticCards'> }) {
  return (
    <Section tone="sky" className={styles.layout}>
      <div className={styles.words}>
        {block.heading && <Heading>{block.heading}</Heading>}
        <Prose>
          <RichText value={block.text} />
        </Prose>
      </div>
      <Figures figures={block.figures} className={styles.plaques} figureClassName={styles.plaque} />
    </Section>
  )
}
