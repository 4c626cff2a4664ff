import type { ReactNode } from 'react'
import styles from '#app/ui/alert.module.css'
import { classNames } from '#app/ui/class-names.ts'
import { CloseIcon } from '#app/ui/icons.tsx'

type Props = {
  kind?: 'good' | 'bad'
  children: ReactNode
  /** Without it the alert stays. */
  onDismiss?: () => void
}

/** Says what came of something (specification 8). Announced as soon as it appears. */
export function Alert({ kind = 'good', children, onDismiss }: Props) {
  return (
    <div className={classNames(styles.alert, styles[kind])}>
      <p role="alert">{children}</p>
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
