import styles from '#app/blocks/prose/styles.module.css'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Heading } from '#app/ui/heading.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section } from '#app/ui/section.tsx'

export function ProseView({ block }: { block: BlockOf<'prose'> }) {
  return (
    <Section className={styles.layout}>
      {block.heading && <Heading>{block.heading}</Heading>}
      <Prose className={styles.text}>
        <RichText value={block.text} />
      </Prose>
    </Section>
  )
}
