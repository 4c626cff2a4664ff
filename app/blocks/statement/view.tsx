import styles from '#app/blocks/statement/styles.module.css'
import { HeadingText, InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Heading } from '#app/ui/heading.tsx'
import { Section } from '#app/ui/section.tsx'

/** One strong sentence, as a heading. */
export function StatementView({ block }: { block: BlockOf<'statement'> }) {
  return (
    <Section className={styles.layout}>
      {block.text?.length ? (
        <Heading className={styles.text}>
          <HeadingText value={block.text} />
        </Heading>
      ) : null}
      <InlineParagraph value={block.note} className={styles.note} />
    </Section>
  )
}
