import styles from '#app/blocks/section-head.module.css'
import { HeadingText, InlineParagraph } from '#app/content/text.tsx'
import type { InlineText } from '#app/content/types.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Heading } from '#app/ui/heading.tsx'

type Props = {
  heading: HeadingProps['value']
  intro?: InlineText | null
  className?: string
}

type HeadingProps = { value: string | InlineText | null | undefined; className?: string }

/** The heading of a block. Renders nothing without text. */
export function BlockHeading({ value, className }: HeadingProps) {
  if (!value?.length) return null
  return (
    <Heading className={className}>
      {typeof value === 'string' ? value : <HeadingText value={value} />}
    </Heading>
  )
}

/** The heading and introduction of a section. */
export function SectionHead({ heading, intro, className }: Props) {
  if (!heading?.length && !intro?.length) return null
  return (
    <div className={classNames(styles.head, className)}>
      <BlockHeading value={heading} />
      <InlineParagraph value={intro} className={styles.intro} />
    </div>
  )
}
