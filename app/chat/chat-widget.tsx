import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from '#app/chat/chat.module.css'
import { ChatPanel } from '#app/chat/chat-panel.tsx'
import { useSettings } from '#app/content/settings.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ChatIcon } from '#app/ui/icons.tsx'

/** Specification 9, "Chat". */
const OPEN_DELAY_MS = 500
const CLOSE_DELAY_MS = 1000
const PANEL_ID = 'chat-panel'
/** On these screens the panel covers most of the page (chat.module.css). */
const COVERS_PAGE = '(max-width: 30em), (max-height: 30em)'

/** Hovering over the button opens the panel until the pointer leaves. A click or key pins it (specification 4, "Chat"). */
type Opened = 'closed' | 'hover' | 'pinned'

/** The round button at the bottom right of every page. `scroll-padding` (ui/base.css) keeps focused elements above it. */
export function ChatWidget() {
  const { interfaceWords } = useSettings()
  const [opened, setOpened] = useState<Opened>('closed')
  const widget = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = opened !== 'closed'
  // The panel stays mounted after its first opening, because a reply may arrive while it is closed.
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)

  useEffect(() => () => clearTimeout(timer.current), [])
  const pin = useCallback(() => {
    clearTimeout(timer.current)
    setOpened('pinned')
  }, [])
  const close = useCallback(() => {
    clearTimeout(timer.current)
    // On phones, the button is hidden while the panel is open, and can't be focused before it is visible.
    flushSync(() => setOpened('closed'))
    button.current?.focus()
  }, [])
  const closeIfCovering = useCallback(() => {
    if (window.matchMedia(COVERS_PAGE).matches) setOpened('closed')
  }, [])

  // A layout effect, so that Escape works as soon as the panel is visible.
  useLayoutEffect(() => {
    if (!open) return
    const isInWidget = (element: Element | null) => widget.current?.contains(element) === true
    const onKeyDown = ({ key, isComposing }: KeyboardEvent) => {
      // An open dialog or menu handles Escape itself.
      if (key !== 'Escape' || isComposing || document.querySelector(':is(dialog[open], :popover-open)'))
        return
      const focused = document.activeElement
      if (isInWidget(focused) || (opened === 'pinned' && focused === document.body)) close()
      else setOpened('closed')
    }
    // A focused element must not be behind the panel (WCAG 2.4.11).
    const onFocusIn = ({ target }: FocusEvent) => {
      const element = target as Element
      if (isInWidget(element) || element.id === 'main') return
      const { x, y, width, height } = element.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      if (!top || isInWidget(top)) closeIfCovering()
    }
    const listeners = new AbortController()
    document.addEventListener('keydown', onKeyDown, { signal: listeners.signal })
    document.addEventListener('focusin', onFocusIn, { signal: listeners.signal })
    return () => listeners.abort()
  }, [open, opened, close, closeIfCovering])

  return (
    <div
      ref={widget}
      className={styles.widget}
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return
        clearTimeout(timer.current)
        timer.current = setTimeout(
          () => setOpened((now) => (now === 'pinned' ? now : 'hover')),
          OPEN_DELAY_MS,
        )
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'touch') return
        clearTimeout(timer.current)
        timer.current = setTimeout(
          () => setOpened((now) => (now === 'hover' ? 'closed' : now)),
          CLOSE_DELAY_MS,
        )
      }}
    >
      {wasOpen && (
        <ChatPanel
          id={PANEL_ID}
          open={open}
          pinned={opened === 'pinned'}
          onPin={pin}
          onClose={close}
          onLink={closeIfCovering}
        />
      )}
      <button
        ref={button}
        type="button"
        className={classNames(styles.button, open && styles.opened)}
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
