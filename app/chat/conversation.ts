/** Specification 3, "Chat message"; the time in ms since 1970. */
export type ChatMessage = { id: string; text: string; isBot: boolean; timestamp: number }

const KEY = 'chat'
/** A tab that stays open for days keeps the end of the conversation. */
const MAX_MESSAGES = 200

/** The conversation of this tab; empty where there is none, or the browser keeps none. */
export function loadConversation(): ChatMessage[] {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) && kept.every(isMessage) ? kept : []
  } catch {
    return []
  }
}

const isMessage = ({ id, text, isBot, timestamp }: Partial<ChatMessage>): boolean =>
  typeof id === 'string' &&
  typeof text === 'string' &&
  typeof isBot === 'boolean' &&
  typeof timestamp === 'number'

/** Keeps the end of this tab's conversation, where the browser keeps anything. */
export function keepConversation(messages: ChatMessage[]): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(messages.slice(-MAX_MESSAGES)))
  } catch {
    // A browser that keeps nothing: the conversation lasts as long as the page.
  }
}

let made = 0

/** The id is unique in the tab; `crypto.randomUUID` is not there on plain HTTP. */
export const createMessage = (text: string, isBot: boolean): ChatMessage => ({
  id: `${Date.now()}-${made++}`,
  text,
  isBot,
  timestamp: Date.now(),
})

/** Set up with the first message: it takes a slow phone 60 ms. */
let clock: Intl.DateTimeFormat | undefined

/** hh:mm AM/PM in the visitor's time zone (specification 2, "Chat widget"). */
export function formatTime(timestamp: number): string {
  clock ??= new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit' })
  return clock.format(timestamp).replace(/\u202f/g, ' ')
}

type Part = { text: string; path?: string; start: number }

/** Splits a text at the addresses of this site in it, which become links; everything else stays text, as in “buyers / sellers”. */
export function splitAtPaths(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(
    /(?<=^|[\s(])\/(?:[a-z0-9]+(?:[-/][a-z0-9]+)*|(?!\s))(?=$|[\s).,;:!?])/g,
  )) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), start: end })
    parts.push({ text: match[0], path: match[0], start: match.index })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), start: end })
  return parts
}
