import type { ReactNode } from 'react'
import styles from '#app/ui/badge.module.css'

/** A short fact about the text beside it. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>
}
