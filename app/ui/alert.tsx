import type { MouseEvent, ReactNode } from 'react'
import styles from '#app/ui/alert.module.css'
import { classNames } from '#app/ui/class-names.ts'
import { CloseIcon } from '#app/ui/icons.tsx'

type Props = {
  kind?: 'good' | 'bad'
  children: ReactNode
  /** Without it the alert stays. */
  onDismiss?: (event: MouseEvent) => void
  /** The id of a form that dismisses it without JavaScript. */
  dismissForm?: string
}

const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })

/**
 * Says what came of something (specification 8). Announced as soon as it appears, and brought into view: the form's end may
 * be far from the field where somebody pressed Enter. One that stays leaves that to what it is about.
 */
export function Alert({ kind = 'good', children, onDismiss, dismissForm }: Props) {
  return (
    // The button is part of it: beside it, Orca would take its coming for the newer news, and say nothing of the words.
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
