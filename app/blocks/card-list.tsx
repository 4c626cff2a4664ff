import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'

type Props = {
  as?: 'ul' | 'ol'
  cards: BlockOf<'featureGrid'>['features']
  className?: string
  cardClassName?: string
  /** Animates the cards as they scroll into view (base.css). */
  rise?: boolean
}

/** A list of cards with a title and a text. */
export function CardList({ as: List = 'ul', cards, className, cardClassName, rise }: Props) {
  if (!cards?.length) return null
  return (
    <List className={className}>
      {mapByIndex(cards, ({ title, text }) => (
        <li className={cardClassName} data-rise={rise}>
          <CardHeading>{title}</CardHeading>
          <InlineParagraph value={text} />
        </li>
      ))}
    </List>
  )
}
