import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from '#app/chat/chat.module.css'
import { ChatPanel } from '#app/chat/chat-panel.tsx'
import { useButtonPlace } from '#app/chat/use-chat-position.ts'
import { useSettings } from '#app/content/settings.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ChatIcon } from '#app/ui/icons.tsx'

/** Specification 9, "Chat". */
const OPEN_DELAY_MS = 500
const CLOSE_DELAY_MS = 1000
const PANEL_ID = 'chat-panel'
/** There the panel covers the page, or most of it (chat.module.css). */
const COVERS = '(max-width: 30em), (max-height: 30em)'
/** What rests there is no finger. Where there is none either, the browser just knows of no mouse (Firefox without a screen). */
const MOUSE = '(any-hover: hover), not all and (any-pointer: coarse)'

/** Opened by a mouse or pen that rests on it, or for good by a click or key (specification 4, "Chat"). */
type Opened = 'closed' | 'hover' | 'pinned'

/** The round button at the bottom right of every page. */
export function ChatWidget() {
  const { interfaceWords } = useSettings()
  const [opened, setOpened] = useState<Opened>('closed')
  const widget = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = opened !== 'closed'
  const place = useButtonPlace(button, !open)
  // Stays once it was opened: a reply that is on its way comes to a closed panel too.
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)

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

  // With the panel, not after it is painted: Escape works as soon as the panel shows.
  useLayoutEffect(() => {
    if (!open) return
    const isOurs = (element: EventTarget | null) => !!widget.current?.contains(element as Node)
    // Wherever the focus is, which stays there unless it would go with the panel. A dialog or menu above takes its Escape for itself.
    const dismiss = ({ key, isComposing }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || document.querySelector(':is(dialog[open], :popover-open)'))
        return
      const at = document.activeElement
      if (isOurs(at) || (opened === 'pinned' && at === document.body)) close()
      else setOpened('closed')
    }
    // What has the focus must not be behind it (WCAG 2.4.11), nor the page that a link in it leads to. What somebody presses beside
    // it is seen, and closes nothing (specification 2, "Chat widget").
    let leadsAway = false
    const note = (event: Event) => {
      const { type, target } = event
      if (type === 'keydown') leadsAway = (event as KeyboardEvent).key === 'Tab'
      else leadsAway = type === 'click' && isOurs(target) && !!(target as Element).closest('a')
    }
    const giveWay = ({ target }: FocusEvent) => {
      if (isOurs(target) || !window.matchMedia(COVERS).matches) return
      if (leadsAway || isBehind(target as Element)) setOpened('closed')
    }
    const isBehind = (element: Element) => {
      if (element.id === 'main') return false
      const { x, y, width, height } = element.getBoundingClientRect()
      const seen = document.elementFromPoint(x + width / 2, y + height / 2)
      return !seen || isOurs(seen)
    }
    const over = new AbortController()
    const on = { signal: over.signal, capture: true }
    document.addEventListener('keydown', dismiss, { signal: over.signal })
    document.addEventListener('focusin', giveWay, on)
    for (const sign of ['keydown', 'pointerdown', 'click']) document.addEventListener(sign, note, on)
    return () => over.abort()
  }, [open, opened, close])

  const openSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpened((now) => (now === 'pinned' ? now : 'hover')), OPEN_DELAY_MS)
  }, [])
  // A mouse that was there before the script, on a screen to be touched too.
  useEffect(() => {
    if (widget.current?.matches(':hover') && window.matchMedia(MOUSE).matches) openSoon()
  }, [openSoon])

  return (
    <div
      ref={widget}
      className={styles.widget}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') openSoon()
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
        <ChatPanel id={PANEL_ID} open={open} pinned={opened === 'pinned'} onPin={pin} onClose={close} />
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
