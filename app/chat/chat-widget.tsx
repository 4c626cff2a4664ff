import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from '#app/chat/chat.module.css'
import { useButtonPlace } from '#app/chat/use-kept-clear.ts'
import { useSettings } from '#app/content/settings.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ChatIcon } from '#app/ui/icons.tsx'

const loadPanel = () => import('#app/chat/chat-panel.tsx')
const ChatPanel = lazy(loadPanel)

/** Specification 9, "Chat". */
const OPEN_DELAY_MS = 500
const CLOSE_DELAY_MS = 1000
const PANEL_ID = 'chat-panel'

/** Opened by a mouse that rests on it, or for good by a click or key (specification 4, "Chat"). */
type Opened = 'closed' | 'hover' | 'pinned'

/** The round button at the bottom right of every page. Its panel's code comes when it is first needed. */
export function ChatWidget() {
  const { interfaceWords } = useSettings()
  const [opened, setOpened] = useState<Opened>('closed')
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = opened !== 'closed'
  const place = useButtonPlace(button, !open)

  useEffect(() => () => clearTimeout(timer.current), [])

  const pin = useCallback(() => {
    clearTimeout(timer.current)
    setOpened('pinned')
  }, [])
  const close = useCallback(() => {
    clearTimeout(timer.current)
    // On phones the button is hidden while the sheet is open: it can take the focus only once it is back.
    flushSync(() => setOpened('closed'))
    button.current?.focus()
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering is a convenience; the button does the same
    <div
      className={styles.widget}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'mouse') return
        clearTimeout(timer.current)
        loadPanel()
        timer.current = setTimeout(
          () => setOpened((now) => (now === 'closed' ? 'hover' : now)),
          OPEN_DELAY_MS,
        )
      }}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'mouse') return
        clearTimeout(timer.current)
        timer.current = setTimeout(
          () => setOpened((now) => (now === 'hover' ? 'closed' : now)),
          CLOSE_DELAY_MS,
        )
      }}
      onKeyDown={(event) => {
        if (open && event.key === 'Escape') close()
      }}
    >
      {open && (
        <Suspense>
          <ChatPanel id={PANEL_ID} pinned={opened === 'pinned'} onPin={pin} onClose={close} />
        </Suspense>
      )}
      <button
        ref={button}
        type="button"
        className={classNames(styles.button, open && styles.opened)}
        data-place={place}
        aria-label={interfaceWords?.openChat ?? 'Chat'}
        aria-expanded={open}
        aria-controls={open ? PANEL_ID : undefined}
        aria-haspopup="dialog"
        onClick={pin}
      >
        <ChatIcon />
      </button>
    </div>
  )
}
