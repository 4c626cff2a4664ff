import type { ReactNode } from 'react'
import styles from '#app/ui/accordion.module.css'

/** One line that opens on its own, with or without JavaScript; `open` is how it stands at first. */
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
