import { useId } from 'react'
import { SectionHead } from '#app/blocks/section-head.tsx'
import styles from '#app/blocks/service-cards/styles.module.css'
import { InlineText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { Section } from '#app/ui/section.tsx'

type Card = NonNullable<BlockOf<'serviceCards'>['cards']>[number]

export function ServiceCardsView({ block }: { block: BlockOf<'serviceCards'> }) {
  return (
    <Section className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      {block.cards?.length ? (
        <ul className={styles.cards}>
          {mapByIndex(block.cards, (card) => (
            <li>
              <ServiceCard card={card} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  )
}

/** A card that shows its text on hover, focus or tap. Works without JavaScript. */
function ServiceCard({ card }: { card: Card }) {
  const id = useId()
  const group = card.text?.length
    ? {
        role: 'group',
        tabIndex: 0, // focus shows the text
        'aria-labelledby': card.title ? `${id}t` : undefined,
        'aria-describedby': `${id}d`,
      }
    : {}
  return (
    <div className={styles.card} {...group}>
      <CardHeading id={card.title ? `${id}t` : undefined}>{card.title}</CardHeading>
      {card.text?.length ? (
        <div className={styles.reveal}>
          <p id={`${id}d`} className={styles.text}>
            <InlineText value={card.text} />
          </p>
        </div>
      ) : null}
    </div>
  )
}
