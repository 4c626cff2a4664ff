import { CardList } from '#app/blocks/card-list.tsx'
import styles from '#app/blocks/hexagon-cards/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

export function HexagonCardsView({ block }: { block: BlockOf<'hexagonCards'> }) {
  return (
    <Section>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      <CardList cards={block.cards} className={styles.comb} cardClassName={styles.hexagon} />
    </Section>
  )
}
