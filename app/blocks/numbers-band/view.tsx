import styles from '#app/blocks/numbers-band/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { StatisticList } from '#app/blocks/statistic-list.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

export function NumbersBandView({ block }: { block: BlockOf<'numbersBand'> }) {
  return (
    <Section tone="ink">
      <SectionHead heading={block.heading} intro={block.intro} />
      <StatisticList figures={block.figures} className={styles.figures} itemClassName={styles.figure} />
    </Section>
  )
}
