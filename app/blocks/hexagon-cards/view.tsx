import styles from '#app/blocks/hexagon-cards/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { Section } from '#app/ui/section.tsx'

export function HexagonCardsView({ block }: { block: BlockOf<'hexagonCards'> }) {
  return (
    <Section className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      {block.cards?.length ? (
        <ul className={styles.comb}>
          {mapByIndex(block.cards, (card) => (
            <li className={styles.hexagon}>
              <CardHeading>{card.title}</CardHeading>
              <InlineParagraph value={card.text} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  )
}
