import { type Manner, MOST_MESSAGE_CHARS, mannerOf } from '#app/backend/assistant/manners.ts'
import { PlanReader, planText } from '#app/backend/assistant/plan-answers.ts'
import type { Hit, PassageSearch } from '#app/backend/assistant/search.ts'
import type { Topic } from '#app/backend/assistant/topics.ts'
import { excerpt, offer, withoutVerdict, withSource } from '#app/backend/assistant/wording.ts'
import { allTerms, terms } from '#app/backend/assistant/words.ts'
import type { Knowledge, Passage, Plan } from '#app/content/knowledge.ts'

/** A passage must speak of this share of what was asked; below, the assistant says that it doesn’t know. */
const ENOUGH = 0.65
/** It may be less of it where the passage has this score, the more so where each word is at least known to the content. */
const HIGH_SCORE = 25
const ENOUGH_IF_HIGH = 0.56
const ENOUGH_IF_ALL_KNOWN = 0.5
const MUCH = 5
/** A passage this close behind the first may stand in for it. */
const CLOSE = 0.7
const ABOUT_US = /\b(you|your|yours|we|our|us|my|can i|must i|may i|do i (need|have))\b/i
const WORDS_OF_A_PART = 3
/** The last ones. */
const MOST_PARTS = 12
const REFERS_BACK =
  /\b(it|its|that|this|they|them|those|these|one|ones|there|he|she|same|then)\b|^(and|but|so|also|what about|how about|why|how (long|many|often|soon))\b/i

type Answer = {
  message: string
  /** The document that the answer comes from; undefined where the content has none. For log and tests. */
  from: string | undefined
  /** What kind of answer it is, for the log. */
  kind: 'plan' | Passage['kind'] | Manner | 'unknown' | 'too-long'
  /** What the visitor may go on about; undefined leaves the last topic. */
  topic?: Topic
  /** What the answer was taken from: for a model that phrases it. */
  material?: Material[]
}

/** A piece of the content as it stands at this moment, and where. */
export type Material = { text: string; source: string; path: string }

/** Answers questions from the content of one moment. `search`: its passages, those of articles among them. */
export class Answerer {
  readonly knowledge: Knowledge
  readonly search: PassageSearch
  readonly #plans: PlanReader

  constructor(knowledge: Knowledge, search: PassageSearch) {
    this.knowledge = knowledge
    this.search = search
    this.#plans = new PlanReader(knowledge.plans, search.known)
  }

  /** `before`: the visitor’s last topic. Never throws; never answers what the content does not. */
  answer(message: string, before?: Topic): Answer {
    const { knowledge } = this
    if (message.length > MOST_MESSAGE_CHARS)
      return {
        message: `That is more than I can read at once. Please ask in fewer words, or write to our team: ${knowledge.contactPath}`,
        from: undefined,
        kind: 'too-long',
      }
    const manner = mannerOf(message)
    if (manner) return { message: this.#reply(manner), from: undefined, kind: manner }
    const question = message.replace(/\s+/g, ' ').trim()
    const plansBefore = knowledge.plans.filter(({ _id }) => before?.planIds.includes(_id))
    const asked = this.#plans.read(question, plansBefore)
    if (asked) return this.#planAnswer(asked.plans, asked.withFeatures)
    const hit = this.#best(question, before)
    if (!hit)
      return {
        message: `I don’t have an answer to that. ${offer(knowledge)}`,
        from: undefined,
        kind: 'unknown',
      }
    const { passage } = hit
    const found = excerpt(passage, hit.matched)
    const text = isAsked(passage.heading, question) ? found : withoutVerdict(found)
    return {
      message: withSource(text, passage),
      from: passage.documentId,
      kind: passage.kind,
      topic: {
        planIds: this.#plans.named(question).map(({ _id }) => _id),
        words: [...new Set([...terms(question), ...terms(passage.heading)])].slice(0, 12),
      },
      material: [{ text, source: passage.source, path: passage.path }],
    }
  }

  #planAnswer(plans: Plan[], withFeatures: boolean): Answer {
    const { knowledge } = this
    const source = { source: 'Pricing', path: knowledge.pricingPath }
    const text = planText({ plans, withFeatures })
    return {
      message: withSource(text, source),
      from: plans[0]!._id,
      kind: 'plan',
      topic: { planIds: plans.map(({ _id }) => _id), words: terms(plans[0]!.title) },
      material: [{ text: planText({ plans, withFeatures: true }), ...source }],
    }
  }

  #best(question: string, before: Topic | undefined): Hit | undefined {
    const alone = this.#enough(question)
    if (alone) return alone
    const [together] = before && REFERS_BACK.test(question) ? this.search.find(question, before.words) : []
    if (together && (terms(question).length === 0 || together.coverage >= ENOUGH)) return together
    return this.#enoughInPart(question)
  }

  /** Some tell a story first: then the part that asks, often the last, is answered. */
  #enoughInPart(question: string): Hit | undefined {
    const parts = question.split(/[,.;:?!–—]+\s+/).filter((part) => part.split(' ').length >= WORDS_OF_A_PART)
    if (parts.length < 2) return undefined
    for (const part of parts.reverse().slice(0, MOST_PARTS)) {
      const hit = this.#enough(part)
      if (hit) return hit
    }
    return undefined
  }

  #enough(question: string): Hit | undefined {
    // A number says nothing by itself: “50 % off” is not about fifty states. The content's own question is one.
    const saysMore = terms(question).some((term) => /\p{L}/u.test(term))
    const named = this.#plans.named(question).flatMap(({ title }) => terms(title))
    const hits = this.search.find(question, named)
    return hits.find(
      (hit) =>
        hit.score >= CLOSE * hits[0]!.score &&
        isEnough(hit, question) &&
        (saysMore || isAsked(hit.passage.heading, question)),
    )
  }

  #reply(manner: Manner): string {
    const { knowledge } = this
    const { brand } = knowledge
    switch (manner) {
      case 'greeting':
        return `Hello! ${offer(knowledge)}`
      case 'thanks':
        return `You’re welcome. If there is anything else, just ask, or reach our team: ${knowledge.contactPath}`
      case 'self':
        return `I’m ${brand}’s assistant: software that answers from this site’s own pages. ${offer(knowledge)}`
      case 'rude':
        return `I’m sorry that this is frustrating. ${offer(knowledge)}`
      case 'language':
        return `I can only answer in English so far. ${offer(knowledge)}`
      case 'task':
      case 'injection':
        return `I only answer questions about ${brand}. ${offer(knowledge)}`
    }
  }
}

/** The heading is the visitor's question, word for word. */
const isAsked = (heading: string, question: string) =>
  allTerms(heading).join(' ') === allTerms(question).join(' ')

function isEnough(hit: Hit, question: string): boolean {
  const { passage, coverage, score, allKnown, inHeading, matched } = hit
  const enoughIfHigh = allKnown ? ENOUGH_IF_ALL_KNOWN : ENOUGH_IF_HIGH
  if (coverage < (score >= HIGH_SCORE ? enoughIfHigh : ENOUGH)) return false
  if (inHeading) return true
  // Below other headings a word may stand for anything: a dog in an article is no answer about dogs.
  const saidMuch = [...matched.values()].reduce((sum, value) => sum + value, 0) >= MUCH
  return passage.kind !== 'article' && (saidMuch || ABOUT_US.test(question))
}
