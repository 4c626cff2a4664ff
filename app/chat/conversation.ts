/** Specification 3, "Chat message". `timestamp` is epoch ms. */
export type ChatMessage = { id: string; text: string; isBot: boolean; timestamp: number }

const KEY = 'chat'
/** Older messages of a long conversation are dropped. */
const MAX_MESSAGES = 200

/** Loads the conversation of this tab. Empty if there is none or the browser stores nothing. */
export function loadConversation(): ChatMessage[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) && stored.every(isMessage) ? stored : []
  } catch {
    return []
  }
}

const isMessage = ({ id, text, isBot, timestamp }: Partial<ChatMessage>): boolean =>
  typeof id === 'string' &&
  typeof text === 'string' &&
  typeof isBot === 'boolean' &&
  typeof timestamp === 'number'

/** Stores the end of this tab's conversation. */
export function saveConversation(messages: ChatMessage[]): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(messages.slice(-MAX_MESSAGES)))
  } catch {
    // If the browser stores nothing, the conversation ends with the page.
  }
}

let nextId = 0

/** The id is unique in the tab. Browsers have no `crypto.randomUUID` on plain HTTP. */
export const createMessage = (text: string, isBot: boolean): ChatMessage => ({
  id: `${Date.now()}-${nextId++}`,
  text,
  isBot,
  timestamp: Date.now(),
})

/** hh:mm AM/PM in the visitor's time zone (specification 2, "Chat widget"). */
export const formatTime = (timestamp: number): string =>
  new Date(timestamp)
    .toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' })
    .replace(/\u202f/g, ' ')

type Part = { text: string; path?: string; start: number }

/** Splits a text at paths of this site, which become links. Other slashes, as in "buyers / sellers", stay text. */
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
