import styles from '#app/blocks/statistic-cards/styles.module.css'
import { StatisticList } from '#app/blocks/statistic-list.tsx'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Heading } from '#app/ui/heading.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section } from '#app/ui/section.tsx'

export function StatisticCardsView({ block }: { block: BlockOf<'statisticCards'> }) {
  return (
    <Section tone="sky" className={styles.layout}>
      <div className={styles.content}>
        {block.heading && <Heading>{block.heading}</Heading>}
        <Prose>
          <RichText value={block.text} />
        </Prose>
      </div>
      <StatisticList figures={block.figures} className={styles.plaques} itemClassName={styles.plaque} />
    </Section>
  )
}
