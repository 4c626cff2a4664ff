import type { Assistant } from '#app/content/types.ts'

export type Replies = NonNullable<Assistant['replies']>
type ReplyGroup = keyof Replies

/** Specification 8, "Chat keyword replies"; a message of several groups gets the first one's. */
const WORDS: Record<Exclude<ReplyGroup, 'generic'>, RegExp> = {
  buy: /\b(?:buy|purchase|buying)/,
  sell: /\b(?:sell|selling|sale)/,
  agent: /\b(?:agent|realtor|broker)/,
  price: /\b(?:price|value|cost|market)/,
  invest: /\b(?:invest|investment|rental)/,
}
const GROUPS = Object.entries(WORDS) as [ReplyGroup, RegExp][]

/** Returns the group of a message by its words. */
export const groupOf = (message: string): ReplyGroup =>
  GROUPS.find(([, words]) => words.test(message.toLowerCase()))?.[0] ?? 'generic'

/** Returns the reply for when the assistant can't be reached. */
export const cannedReply = (message: string, replies: Replies): string =>
  replies[groupOf(message)] ?? replies.generic ?? ''
