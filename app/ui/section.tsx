import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import styles from '#app/ui/section.module.css'

export type Tone = 'paper' | 'sand' | 'sky' | 'pine' | 'ink' | 'clay'

/** A full-width section with its own background; its content has the site's width. */
export function Section({
  tone = 'paper',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <section className={styles.section} data-tone={tone}>
      <div className={classNames(styles.inner, className)}>{children}</div>
    </section>
  )
}
