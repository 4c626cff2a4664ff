import { type FormEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cannedReply } from '#app/chat/canned-reply.ts'
import styles from '#app/chat/chat.module.css'
import {
  type ChatMessage,
  createMessage,
  formatTime,
  loadConversation,
  saveConversation,
  splitAtPaths,
} from '#app/chat/conversation.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { Assistant } from '#app/content/types.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CloseIcon, SendIcon } from '#app/ui/icons.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

/** Specification 9, "Chat". */
const WELCOME_DELAY_MS = 500
const REPLY_DELAY_MS = 1500
/** The site waits 10 s for `<host>`. One more second is for the network. */
const REQUEST_TIMEOUT_MS = 11_000
const MAX_CHARS = 4_000

type Props = {
  id: string
  open: boolean
  /** Opened by a click or key. The input then gets the focus. */
  pinned: boolean
  onPin: () => void
  onClose: () => void
  /** Called when the visitor follows a link in an answer. */
  onLink: () => void
}

async function fetchTexts(cache?: RequestCache): Promise<Assistant> {
  const answer = await fetch('/chat', { cache })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer.json()
}

/** The assistant's texts, loaded once per page. Offline, the browser's cache has them. Null if they can't be loaded. */
let texts: Promise<Assistant | null> | undefined
function loadTexts(): Promise<Assistant | null> {
  texts ??= fetchTexts()
    .catch(() => fetchTexts('force-cache'))
    .catch(() => null)
    .then((loaded) => {
      if (!loaded) texts = undefined
      return loaded
    })
  return texts
}

/** The conversation with the assistant, in a non-modal dialog. */
export function ChatPanel({ id, open, pinned, onPin, onClose, onLink }: Props) {
  const { brand, interfaceWords } = useSettings()
  const [assistant, setAssistant] = useState<Assistant>()
  const [messages, setMessages] = useState<ChatMessage[]>(loadConversation)
  const [waiting, setWaiting] = useState(() => unanswered(messages) !== undefined)
  const input = useRef<HTMLInputElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const headingId = `${id}-heading`

  useEffect(() => {
    if (open && !assistant) loadTexts().then((loaded) => loaded && setAssistant(loaded))
  }, [open, assistant])
  useEffect(() => saveConversation(messages), [messages])
  useLayoutEffect(() => {
    if (log.current && open && (messages.length || waiting)) log.current.scrollTop = log.current.scrollHeight
  }, [messages, waiting, open])
  // Focus the input on opening and after a reply, unless the visitor has moved the focus.
  useEffect(() => {
    if (!pinned || waiting) return
    const focused = document.activeElement
    const mayTakeFocus = !focused || focused === document.body || focused.getAttribute('aria-controls') === id
    if (mayTakeFocus || focused.matches(':disabled')) input.current?.focus()
  }, [pinned, waiting, id])

  // The delay starts at the opening, even if the greeting loads slowly.
  const openedAt = useRef(0)
  useEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  const greeting = assistant?.greeting
  const empty = messages.length === 0
  useEffect(() => {
    if (!open || !greeting || !empty) return
    const timer = setTimeout(
      () => {
        setMessages((now) => (now.length === 0 ? [createMessage(greeting, true)] : now))
      },
      openedAt.current + WELCOME_DELAY_MS - performance.now(),
    )
    return () => clearTimeout(timer)
  }, [open, greeting, empty])

  const answer = useCallback(
    async (text: string) => {
      const reply = await fetchReply(text).catch(async (error) => {
        console.warn('chat: answered with a canned reply', error)
        const { replies } = assistant ?? (await loadTexts()) ?? {}
        return replies ? cannedReply(text, replies) : ''
      })
      setTimeout(() => {
        if (reply) setMessages((now) => [...now, createMessage(reply, true)])
        setWaiting(false)
      }, REPLY_DELAY_MS)
    },
    [assistant],
  )

  // On the previous page, the reply did not arrive in time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the stored conversation
  useEffect(() => {
    const question = unanswered(messages)
    if (question !== undefined) answer(question)
  }, [])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = input.current?.value.trim()
    if (!text || waiting || !input.current) return
    input.current.value = ''
    setMessages((now) => [...now, createMessage(text, false)])
    setWaiting(true)
    answer(text)
  }

  return (
    <div
      id={id}
      className={styles.panel}
      hidden={!open}
      data-pinned={pinned || undefined}
      role="dialog"
      aria-modal="false"
      aria-labelledby={headingId}
      onFocus={onPin}
    >
      <div className={styles.head}>
        <h2 id={headingId} className={styles.heading}>
          {brand} {assistant?.heading ?? 'AI — Your Real Estate Assistant'}
        </h2>
        <button
          type="button"
          className={styles.close}
          aria-label={interfaceWords?.closeChat ?? 'Close'}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div ref={log} className={styles.log} role="log" aria-label="Messages" aria-live="polite" tabIndex={0}>
        {messages.map((message) => (
          <Message key={message.id} message={message} onLink={onLink} />
        ))}
        {waiting && (
          <p className={styles.typing}>
            <span className={styles.dots} aria-hidden="true" />
            {brand} AI is typing
          </p>
        )}
      </div>
      <form className={styles.form} onSubmit={send}>
        <input
          ref={input}
          className={styles.input}
          name="message"
          aria-label="Your message"
          placeholder={assistant?.placeholder ?? 'Ask about any query...'}
          autoComplete="off"
          maxLength={MAX_CHARS}
          enterKeyHint="send"
          disabled={waiting}
        />
        <button type="submit" className={styles.send} aria-label="Send" disabled={waiting}>
          <SendIcon />
        </button>
      </form>
      <div className={styles.foot}>
        {assistant?.footer ?? 'Powered by'} {brand} AI
      </div>
    </div>
  )
}

/** Returns the visitor's last message if it has no reply yet. */
function unanswered(messages: ChatMessage[]): string | undefined {
  const last = messages.at(-1)
  return last?.isBot === false ? last.text : undefined
}

/** One message as plain text. Paths of this site are links. One paragraph, because Orca reads only the last of several. */
function Message({
  message: { text, isBot, timestamp },
  onLink,
}: {
  message: ChatMessage
  onLink: () => void
}) {
  return (
    <p className={classNames(styles.message, isBot ? styles.bot : styles.visitor)}>
      <span className={styles.bubble}>
        <span className="visually-hidden">{isBot ? 'Assistant: ' : 'You: '}</span>
        <span>{isBot ? <LinkedText text={text} onLink={onLink} /> : text}</span>
      </span>{' '}
      <time dateTime={new Date(timestamp).toISOString()}>{formatTime(timestamp)}</time>
    </p>
  )
}

function LinkedText({ text, onLink }: { text: string; onLink: () => void }) {
  return splitAtPaths(text).map(({ text: part, path, start }) =>
    path ? (
      <PageLink key={start} to={path} onClick={onLink}>
        {part}
      </PageLink>
    ) : (
      part
    ),
  )
}

async function fetchReply(message: string): Promise<string> {
  const answer = await fetch('/chat', {
    method: 'POST',
    body: new URLSearchParams({ message }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return ((await answer.json()) as { reply: string }).reply
}
