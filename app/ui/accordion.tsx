import type { ReactNode } from 'react'
import styles from '#app/ui/accordion.module.css'

/** One line that opens on its own, with or without JavaScript. */
export function Accordion({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.item}>
      <summary className={styles.title}>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
