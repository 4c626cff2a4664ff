import styles from '#app/blocks/alternating-sections/styles.module.css'
import { ContentButton } from '#app/blocks/content-link.tsx'
import { Picture } from '#app/blocks/picture.tsx'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { preventWordBreaks } from '#app/ui/heading.tsx'
import { Prose } from '#app/ui/prose.tsx'

export function AlternatingSectionsView({ block }: { block: BlockOf<'alternatingSections'> }) {
  if (!block.sections?.length) return null
  return (
    <div className={styles.sections} data-tone="paper">
      {block.sections.map(({ _key, heading, subheading, text, picture, button }) => (
        <section key={_key} className={styles.section}>
          <div className={styles.content}>
            {heading && <h2>{heading}</h2>}
            {subheading && <p className={styles.subheading}>{preventWordBreaks(subheading)}</p>}
            <Prose>
              <RichText value={text} />
            </Prose>
            <ContentButton link={button} variant="quiet" />
          </div>
          <Picture
            picture={picture}
            field={`sections:${_key}.picture`}
            ratio={4 / 3}
            sizes="(min-width: 110em) 44rem, (min-width: 48em) 56vw, 92vw"
            className={styles.picture}
          />
        </section>
      ))}
    </div>
  )
}
