import { type FormEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cannedReply } from '#app/chat/canned-reply.ts'
import styles from '#app/chat/chat.module.css'
import {
  type ChatMessage,
  createMessage,
  formatTime,
  keepConversation,
  loadConversation,
  splitAtPaths,
} from '#app/chat/conversation.ts'
import { usePanelSide } from '#app/chat/use-chat-position.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { Assistant } from '#app/content/types.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CloseIcon, SendIcon } from '#app/ui/icons.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

/** Specification 9, "Chat". */
const WELCOME_DELAY_MS = 500
const REPLY_DELAY_MS = 1500
/** The site waits 10 s for `<host>`; its answer has a second for the way. This is for a site that is out of reach. */
const REQUEST_TIMEOUT_MS = 11_000
const MAX_CHARS = 4_000

type Props = {
  id: string
  open: boolean
  /** Opened by click or key: the focus goes to the input. */
  pinned: boolean
  onPin: () => void
  onClose: () => void
}

async function readWords(cache?: RequestCache): Promise<Assistant> {
  const answer = await fetch('/chat', { cache })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer.json()
}

/**
 * The assistant's words, read once for as long as the page lives; without a network those that the browser has kept. Null
 * where there are none now.
 */
let words: Promise<Assistant | null> | undefined
function loadWords(): Promise<Assistant | null> {
  words ??= readWords()
    .catch(() => readWords('force-cache'))
    .catch(() => null)
    .then((read) => {
      if (!read) words = undefined
      return read
    })
  return words
}

/** The conversation with the assistant: a dialog beside the page, not in its way. */
export function ChatPanel({ id, open, pinned, onPin, onClose }: Props) {
  const { brand, interfaceWords } = useSettings()
  const [assistant, setAssistant] = useState<Assistant>()
  const [messages, setMessages] = useState<ChatMessage[]>(loadConversation)
  const [waiting, setWaiting] = useState(() => unanswered(messages) !== undefined)
  const input = useRef<HTMLInputElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const side = usePanelSide(panel, open)
  const headingId = `${id}-heading`

  useEffect(() => {
    if (open && !assistant) loadWords().then((read) => read && setAssistant(read))
  }, [open, assistant])
  useEffect(() => keepConversation(messages), [messages])
  useLayoutEffect(() => {
    if (log.current && open && (messages.length || waiting)) log.current.scrollTop = log.current.scrollHeight
  }, [messages, waiting, open])
  // To the input on opening, and when a wait ends that disabled it. Never away from where the visitor has gone meanwhile.
  useEffect(() => {
    if (!pinned || waiting) return
    const at = document.activeElement
    const isOurs = !at || at === document.body || at.getAttribute('aria-controls') === id
    if (isOurs || at.matches(':disabled')) input.current?.focus()
  }, [pinned, waiting, id])

  // Counted from the opening, however long the words take to come.
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
      const reply = await ask(text).catch(async (error) => {
        console.warn('chat: answered with a canned reply', error)
        const { replies } = assistant ?? (await loadWords()) ?? {}
        return replies ? cannedReply(text, replies) : ''
      })
      setTimeout(() => {
        // Without the content's words there is nothing to say.
        if (reply) setMessages((now) => [...now, createMessage(reply, true)])
        setWaiting(false)
      }, REPLY_DELAY_MS)
    },
    [assistant],
  )

  // Its page was left before the reply came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the conversation that was kept, once
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
      ref={panel}
      id={id}
      className={styles.panel}
      hidden={!open}
      data-side={side}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div ref={log} className={styles.log} role="log" aria-label="Messages" aria-live="polite" tabIndex={0}>
        {messages.map((message) => (
          <Message key={message.id} message={message} />
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

/** The visitor's last words, where nothing was said to them. */
function unanswered(messages: ChatMessage[]): string | undefined {
  const last = messages.at(-1)
  return last?.isBot === false ? last.text : undefined
}

/**
 * What somebody typed and what was answered: always text, never markup; addresses of this site are links. One paragraph with
 * its time: of two that come together Orca says the last.
 */
function Message({ message: { text, isBot, timestamp } }: { message: ChatMessage }) {
  return (
    <p className={classNames(styles.message, isBot ? styles.bot : styles.visitor)}>
      <span className={styles.words}>
        <span className="visually-hidden">{isBot ? 'Assistant: ' : 'You: '}</span>
        <span>{isBot ? <LinkedText text={text} /> : text}</span>
      </span>{' '}
      <time dateTime={new Date(timestamp).toISOString()}>{formatTime(timestamp)}</time>
    </p>
  )
}

function LinkedText({ text }: { text: string }) {
  return splitAtPaths(text).map(({ text: part, path, start }) =>
    path ? (
      <PageLink key={start} to={path}>
        {part}
      </PageLink>
    ) : (
      part
    ),
  )
}

async function ask(message: string): Promise<string> {
  const answer = await fetch('/chat', {
    method: 'POST',
    body: new URLSearchParams({ message }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return ((await answer.json()) as { reply: string }).reply
}
