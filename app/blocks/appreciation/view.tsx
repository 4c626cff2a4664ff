import styles from '#app/blocks/appreciation/styles.module.css'
import { Picture } from '#app/blocks/picture.tsx'
import { StatisticList } from '#app/blocks/statistic-list.tsx'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Heading } from '#app/ui/heading.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section } from '#app/ui/section.tsx'

export function AppreciationView({ block }: { block: BlockOf<'appreciation'> }) {
  return (
    <Section className={styles.layout}>
      <div className={styles.content}>
        {block.heading && <Heading>{block.heading}</Heading>}
        <Prose className={styles.text}>
          <RichText value={block.text} />
        </Prose>
      </div>
      <Picture
        picture={block.picture}
        ratio={5 / 6}
        sizes="(min-width: 64em) min(36rem, 42vw), (min-width: 48em) 40vw, 92vw"
        className={styles.picture}
      />
      <StatisticList figures={block.figures} className={styles.figures} itemClassName={styles.figure} />
    </Section>
  )
}
