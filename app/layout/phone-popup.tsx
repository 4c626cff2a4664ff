import { useEffect, useRef, useState } from 'react'
import { SETTINGS_SOURCE, useEditAttribute } from '#app/content/click-to-edit.tsx'
import { formatPhone } from '#app/content/contact-details.ts'
import { useSettings } from '#app/content/settings.tsx'
import styles from '#app/layout/header.module.css'
import { usePopover } from '#app/layout/use-popover.ts'
import { PhoneIcon } from '#app/ui/icons.tsx'

/** Specification 9, "Header phone popup". */
const SHOWN_MS = 3000
const ID = 'phone'

/** A button that shows the phone number for a moment after each tap. Without JavaScript a second tap hides it. */
export function PhonePopup() {
  const { phone, interfaceWords } = useSettings()
  const edit = useEditAttribute()
  const popup = useRef<HTMLDivElement>(null)
  const { open, close } = usePopover(popup)
  const [taps, setTaps] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each tap starts the timer again
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(close, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [open, close, taps])

  if (!phone) return null
  return (
    <>
      <button
        type="button"
        className={styles.round}
        popoverTarget={ID}
        onClick={(event) => {
          if (!open) return
          event.preventDefault() // a second tap would hide it
          setTaps(taps + 1)
        }}
      >
        <PhoneIcon />
        {/* Not an aria-label: only the form's field is labelled "Phone". */}
        <span className="visually-hidden">{interfaceWords?.showPhone}</span>
      </button>
      <div
        ref={popup}
        id={ID}
        popover="auto"
        role={open ? 'alert' : undefined}
        className={styles.popup}
        data-tone="ink"
      >
        <a href={`tel:${phone}`} className={styles.number} {...edit('phone', SETTINGS_SOURCE)}>
          {formatPhone(phone)}
        </a>
      </div>
    </>
  )
}
