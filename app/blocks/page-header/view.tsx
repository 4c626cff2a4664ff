import { Buttons } from '#app/blocks/buttons.tsx'
import styles from '#app/blocks/page-header/styles.module.css'
import { Picture } from '#app/blocks/picture.tsx'
import { BlockHeading } from '#app/blocks/section-head.tsx'
import { InlineParagraph, RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Prose } from '#app/ui/prose.tsx'

export function PageHeaderView({ block }: { block: BlockOf<'pageHeader'> }) {
  const hasPicture = Boolean(block.picture?.asset)
  return (
    <section className={styles.header} data-tone="sand">
      <div className={classNames(styles.inner, hasPicture && styles.pictured)}>
        <div className={styles.title}>
          <InlineParagraph value={block.eyebrow} className={styles.eyebrow} />
          <BlockHeading value={block.heading} />
        </div>
        {block.intro?.length || block.buttons?.length ? (
          <div className={styles.content}>
            <Prose className={styles.intro}>
              <RichText value={block.intro} />
            </Prose>
            <Buttons links={block.buttons} />
          </div>
        ) : null}
        <Picture
          picture={block.picture}
          ratio={4 / 3}
          sizes="(min-width: 60em) 50vw, 92vw"
          priority
          className={styles.picture}
        />
      </div>
    </section>
  )
}
