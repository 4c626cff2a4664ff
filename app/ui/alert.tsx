import type { MouseEvent, ReactNode } from 'react'
import styles from '#app/ui/alert.module.css'
import { classNames } from '#app/ui/class-names.ts'
import { CloseIcon } from '#app/ui/icons.tsx'

type Props = {
  kind?: 'good' | 'bad'
  children: ReactNode
  /** Omitted for an alert that can't be dismissed. */
  onDismiss?: (event: MouseEvent) => void
  /** The id of a form that dismisses it without JavaScript. */
  dismissForm?: string
}

const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })

/** The outcome of an action (specification 8). Screen readers announce it. A dismissible alert scrolls into view. */
export function Alert({ kind = 'good', children, onDismiss, dismissForm }: Props) {
  return (
    // The button is inside the alert: otherwise Orca announces only the button.
    <div ref={onDismiss && bringIntoView} role="alert" className={classNames(styles.alert, styles[kind])}>
      <p>{children}</p>
      {onDismiss && (
        <button
          type={dismissForm ? 'submit' : 'button'}
          form={dismissForm}
          className={styles.dismiss}
          aria-label="Dismiss"
          onClick={onDismiss}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
