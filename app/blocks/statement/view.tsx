import { BlockHeading } from '#app/blocks/section-head.tsx'
import styles from '#app/blocks/statement/styles.module.css'
import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

/** One emphasized sentence as a heading. */
export function StatementView({ block }: { block: BlockOf<'statement'> }) {
  return (
    <Section className={styles.layout}>
      <BlockHeading value={block.text} className={styles.text} />
      <InlineParagraph value={block.note} className={styles.note} />
    </Section>
  )
}
