import { SectionHead } from '#app/blocks/section-head.tsx'
import styles from '#app/blocks/steps/styles.module.css'
import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { Section } from '#app/ui/section.tsx'

export function StepsView({ block }: { block: BlockOf<'steps'> }) {
  return (
    <Section className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      {block.steps?.length ? (
        <ol className={styles.steps}>
          {mapByIndex(block.steps, (step) => (
            <li className={styles.step} data-rise>
              <CardHeading>{step.title}</CardHeading>
              <InlineParagraph value={step.text} />
            </li>
          ))}
        </ol>
      ) : null}
    </Section>
  )
}
