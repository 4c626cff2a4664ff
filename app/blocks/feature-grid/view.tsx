import styles from '#app/blocks/feature-grid/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { Section } from '#app/ui/section.tsx'

export function FeatureGridView({ block }: { block: BlockOf<'featureGrid'> }) {
  return (
    <Section tone="sand">
      <SectionHead heading={block.heading} intro={block.intro} />
      {block.features?.length ? (
        <ul className={styles.grid}>
          {mapByIndex(block.features, (feature) => (
            <li className={styles.feature} data-rise>
              <CardHeading>{feature.title}</CardHeading>
              <InlineParagraph value={feature.text} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  )
}
