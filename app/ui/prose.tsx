import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import styles from '#app/ui/prose.module.css'

/** Paragraphs, headings and lists with a readable line length. */
export function Prose({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.prose, className)}>{children}</div>
}
