import type { ReactNode } from 'react'
import styles from '#app/ui/accordion.module.css'

/** A title that shows its content on click. Works without JavaScript. `open` is its initial state. */
export function Accordion({
  title,
  open = false,
  children,
}: {
  title: ReactNode
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.item} open={open}>
      <summary className={styles.title}>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
