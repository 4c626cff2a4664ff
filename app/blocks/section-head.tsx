import styles from '#app/blocks/section-head.module.css'
import { HeadingText, InlineParagraph } from '#app/content/text.tsx'
import type { InlineText as InlineTextContent } from '#app/content/types.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Heading } from '#app/ui/heading.tsx'

type Props = {
  heading: string | InlineTextContent | null | undefined
  intro?: InlineTextContent | null
  className?: string
}

/** Heading and first sentence of a section, without a hole where one is missing. */
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
