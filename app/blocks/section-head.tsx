import styles from '#app/blocks/section-head.module.css'
import { HeadingText, InlineParagraph } from '#app/content/text.tsx'
import type { InlineText } from '#app/content/types.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Heading } from '#app/ui/heading.tsx'

type Props = {
  heading: string | InlineText | null | undefined
  intro?: InlineText | null
  className?: string
}

/** The heading and introduction of a section. */
export function SectionHead({ heading, intro, className }: Props) {
  if (!heading?.length && !intro?.length) return null
  return (
    <div className={classNames(styles.head, className)}>
      {heading?.length ? (
        <Heading>{typeof heading === 'string' ? heading : <HeadingText value={heading} />}</Heading>
      ) : null}
      <InlineParagraph value={intro} className={styles.intro} />
    </div>
  )
}
