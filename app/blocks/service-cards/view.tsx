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

/** A card that shows its text on hover, focus or tap, without JavaScript. */
function ServiceCard({ card }: { card: Card }) {
  const id = useId()
  if (!card.text?.length)
    return (
      <div className={styles.card}>
        <CardHeading>{card.title}</CardHeading>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a heading and its text, not of form controls
    <div
      className={styles.card}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focus shows the text
      tabIndex={0}
      aria-labelledby={card.title ? `${id}t` : undefined}
      aria-describedby={`${id}d`}
    >
      <CardHeading id={`${id}t`}>{card.title}</CardHeading>
      <div className={styles.reveal}>
        <p id={`${id}d`} className={styles.text}>
          <InlineText value={card.text} />
        </p>
      </div>
    </div>
  )
}
