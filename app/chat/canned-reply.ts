type ReplyGroup = 'buy' | 'sell' | 'agent' | 'price' | 'invest' | 'generic'
export type Replies = { [Group in ReplyGroup]: string | null }

/** Specification 8, "Chat keyword replies"; a message of several groups gets the first one's. */
const WORDS: [Exclude<ReplyGroup, 'generic'>, RegExp][] = [
  ['buy', /\b(?:buy|purchase|buying)/],
  ['sell', /\b(?:sell|selling|sale)/],
  ['agent', /\b(?:agent|realtor|broker)/],
  ['price', /\b(?:price|value|cost|market)/],
  ['invest', /\b(?:invest|investment|rental)/],
]

/** The group of a message, by the words in it. */
export const groupOf = (message: string): ReplyGroup =>
  WORDS.find(([, words]) => words.test(message.toLowerCase()))?.[0] ?? 'generic'

/** What is said when the assistant can't be reached. */
export const cannedReply = (message: string, replies: Replies): string =>
  replies[groupOf(message)] ?? replies.generic ?? ''
