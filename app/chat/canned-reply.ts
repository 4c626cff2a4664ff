import type { Assistant } from '#app/content/types.ts'

export type Replies = NonNullable<Assistant['replies']>
type ReplyGroup = keyof Replies

/** Specification 8, "Chat keyword replies". If several groups match, the first one counts. */
const KEYWORDS: Record<Exclude<ReplyGroup, 'generic'>, RegExp> = {
  buy: /\b(?:buy|purchase|buying)/,
  sell: /\b(?:sell|selling|sale)/,
  agent: /\b(?:agent|realtor|broker)/,
  price: /\b(?:price|value|cost|market)/,
  invest: /\b(?:invest|investment|rental)/,
}
const GROUPS = Object.entries(KEYWORDS) as [ReplyGroup, RegExp][]

/** Returns the group of a message by its keywords. */
export const groupOf = (message: string): ReplyGroup =>
  GROUPS.find(([, keywords]) => keywords.test(message.toLowerCase()))?.[0] ?? 'generic'

/** Returns the reply for when the assistant can't be reached. */
export const cannedReply = (message: string, replies: Replies): string =>
  replies[groupOf(message)] ?? replies.generic ?? ''
