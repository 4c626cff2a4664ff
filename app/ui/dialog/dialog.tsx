import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from '#app/ui/dialog/dialog.module.css'
import { CloseIcon } from '#app/ui/icons.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface DialogProps {
  /** The dialog's name, shown as its heading. */
  label: string
  open: boolean
  /** Asked to close: by the close button or Escape; a press beside it might be a slip that loses what was typed. The caller sets `open`. */
  onClose: () => void
  children: ReactNode
}

/**
 * WAI-ARIA APG modal dialog (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/) on the native element:
 * showModal() makes the page behind inert, and close() gives the focus back to where it was.
 *
 * Rendered open by the server, it is an open dialog before JavaScript too, and its close button works there. On paper it would
 * stand on the page's words.
 */
export function Dialog({ label, open, onClose, children }: DialogProps) {
  const headingId = useId()
  const closingId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const hydrated = useHydrated()
  // After the first render the attribute belongs to showModal() and close(): React never touches it again.
  const [openAtFirst] = useState(open)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const typedIn = element.contains(document.activeElement) ? document.activeElement : null
    element.removeAttribute('open')
    element.showModal()
    const field = (typedIn as HTMLElement | null) ?? firstField(element)
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
      open={openAtFirst}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return // a file field inside has one too
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // The browser closed it without asking (a second Escape).
        if (event.target === event.currentTarget && open && !event.currentTarget.open) onClose()
      }}
      onKeyDown={keepFocusInside}
    >
      <div className={styles.sheet}>
        <div className={styles.header}>
          <h2 id={headingId} className={styles.heading}>
            {label}
          </h2>
          {/* With JavaScript, only what sends the content is a submit button. The element stays: it may be pressed just then. */}
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
      {/* This kind of form closes its dialog without JavaScript. */}
      {!hydrated && <form id={closingId} method="dialog" hidden />}
    </dialog>
  )
}

const FIELD = 'input:not([type=hidden]), textarea, select'
const STOP = `a[href], button, summary, [tabindex], [contenteditable], iframe, ${FIELD}`

function firstField(root: Element): HTMLElement | undefined {
  return tabStops(root).find((element) => element.matches(FIELD))
}

/** What Tab reaches inside, in order. */
function tabStops(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(STOP)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false
    // Not in Safari before 17.4.
    if (element.checkVisibility?.({ visibilityProperty: true }) === false) return false
    // Of a group of radios the chosen one alone is a stop.
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true
    const group = (element.form ?? root).querySelectorAll<HTMLInputElement>('input[type=radio]:checked')
    return ![...group].some((radio) => radio.name === element.name)
  })
}
