import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from '#app/ui/dialog/dialog.module.css'
import { CloseIcon } from '#app/ui/icons.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface DialogProps {
  /** The dialog's name, shown as its heading. */
  label: string
  open: boolean
  /** Called by the close button and Escape. A click on the backdrop does not close it: typed text could be lost. */
  onClose: () => void
  children: ReactNode
}

/**
 * WAI-ARIA APG modal dialog (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/) on the native element.
 * A dialog that the server renders open can be closed without JavaScript.
 */
export function Dialog({ label, open, onClose, children }: DialogProps) {
  const headingId = useId()
  const closingId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const hydrated = useHydrated()
  // After the first render, showModal() and close() change the attribute. React must not.
  const [initiallyOpen] = useState(open)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const focused = element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
    element.removeAttribute('open')
    element.showModal()
    const field = focused ?? tabStops(element).find((stop) => stop.matches(FIELD))
    field?.focus()
    return () => element.close()
  }, [open])

  function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key !== 'Tab') return
    const stops = tabStops(event.currentTarget)
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (document.activeElement !== from && document.activeElement !== event.currentTarget) return
    event.preventDefault()
    to?.focus()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-tone="paper"
      data-screen
      aria-labelledby={headingId}
      open={initiallyOpen}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // A second Escape closes the dialog without a cancel event.
        if (open && !event.currentTarget.open) onClose()
      }}
      onKeyDown={keepFocusInside}
    >
      <div className={styles.sheet}>
        <div className={styles.header}>
          <h2 id={headingId} className={styles.heading}>
            {label}
          </h2>
          <button
            type={hydrated ? 'button' : 'submit'}
            form={hydrated ? undefined : closingId}
            className={styles.close}
            aria-label="Close"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
        {children}
      </div>
      {/* Closes the dialog without JavaScript. */}
      {!hydrated && <form id={closingId} method="dialog" hidden />}
    </dialog>
  )
}

const FIELD = 'input:not([type=hidden]), textarea, select'
const STOP = `a[href], button, summary, [tabindex], [contenteditable], iframe, ${FIELD}`

/** Returns the elements that Tab reaches, in order. */
function tabStops(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(STOP)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false
    // Safari before 17.4 lacks it.
    if (element.checkVisibility?.({ visibilityProperty: true }) === false) return false
    // In a group of radios only the checked one is a stop.
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true
    const group = (element.form ?? root).querySelectorAll<HTMLInputElement>('input[type=radio]:checked')
    return ![...group].some((radio) => radio.name === element.name)
  })
}
