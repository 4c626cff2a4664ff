import { excerpt, withoutVerdict, withSource } from '#app/backend/assistant/excerpt.ts'
import { type Manner, mannerOf, replyTo } from '#app/backend/assistant/message-kind.ts'
import { PlanReader, planText } from '#app/backend/assistant/plan-answers.ts'
import type { Hit, PassageSearch } from '#app/backend/assistant/search.ts'
import { allTerms, terms } from '#app/backend/assistant/terms.ts'
import type { Knowledge, Passage, Plan } from '#app/content/knowledge.ts'

/** A passage must speak of this share of the question; otherwise the assistant says that it doesn’t know. */
const MIN_COVERAGE = 0.6
/** The rest of a longer message is not read. */
const MAX_WORDS = 20
const MAX_PARTS = 3
const ABOUT_US = /\b(you|your|yours|we|our|us|my|can i|must i|may i|do i (need|have))\b/i
const REFERS_BACK =
  /\b(it|its|that|this|they|them|those|these|ones?|he|she|same|the (lead|bundle|package|plan|option|limit|price))\b|^(and|but|so|also|what about|how about|why|how (long|many|often|soon))\b|^how much\W*$/i

/** The topic of a visitor's last question, for a next one like “and the cheaper one?”. */
export type Topic = { planIds: string[]; words: string[] }

/** A piece of the content as it is at this moment, and where. */
export type Material = { text: string; source: string; path: string }

type Answer = {
  message: string
  /** The kind of answer and its source document, for log and tests. The document is undefined if the content has no answer. */
  kind: 'plan' | Passage['kind'] | Manner | 'unknown'
  from?: string
  /** The topic for the visitor's next question; undefined leaves the last topic. */
  topic?: Topic
  /** The source text of the answer, for a model that rephrases it. */
  material?: Material[]
}

/** Answers questions from the content of one moment. `search`: its passages, those of articles among them. */
export class Answerer {
  readonly knowledge: Knowledge
  readonly search: PassageSearch
  readonly #plans: PlanReader

  constructor(knowledge: Knowledge, search: PassageSearch) {
    this.knowledge = knowledge
    this.search = search
    this.#plans = new PlanReader(knowledge.plans, search)
  }

  /** `lastTopic`: the visitor’s last topic. Never throws; never answers what the content does not. */
  answer(message: string, lastTopic?: Topic): Answer {
    const { knowledge } = this
    const manner = mannerOf(message)
    if (manner) return { message: replyTo(manner, knowledge), kind: manner }
    const question = message.replace(/\s+/g, ' ').trim()
    // Some visitors tell a story first: the part that asks is often the last one.
    const parts = question.split(/[,.;:?!–—]+ /)
    for (const part of new Set([question, ...parts.reverse().slice(0, MAX_PARTS)])) {
      const answer = this.#answerTo(part, lastTopic)
      if (answer) return answer
    }
    return { message: replyTo(undefined, knowledge), kind: 'unknown' }
  }

  #answerTo(question: string, lastTopic: Topic | undefined): Answer | undefined {
    const { plans } = this.knowledge
    const words = allTerms(question)
      .slice(0, MAX_WORDS)
      .map((word) => (this.#plans.knows(word) ? word : this.search.correct(word)))
    const before = REFERS_BACK.test(question) ? lastTopic : undefined
    const plansBefore = plans.filter(({ _id }) => before?.planIds.includes(_id))
    const asked = this.#plans.read(question, words, plansBefore)
    if (asked) return this.#planAnswer(asked.plans, asked.withFeatures)
    const titles = this.#plans.named(words).flatMap(({ title }) => allTerms(title))
    const hit =
      this.search.find(words, titles).find((each) => isEnough(each, question)) ??
      (before && this.search.find(words, before.words).find(({ coverage }) => coverage >= MIN_COVERAGE))
    if (!hit) return undefined
    const { passage } = hit
    const found = excerpt(passage, hit.matched)
    const isAsked = allTerms(passage.heading).join(' ') === words.join(' ')
    const text = isAsked ? found : withoutVerdict(found)
    return {
      message: withSource(text, passage),
      kind: passage.kind,
      from: passage.documentId,
      topic: { planIds: [], words: terms(`${question} ${passage.heading}`) },
      material: [{ text, source: passage.source, path: passage.path }],
    }
  }

  #planAnswer(plans: Plan[], withFeatures: boolean): Answer {
    const source = { source: 'Pricing', path: this.knowledge.pricingPath }
    return {
      message: withSource(planText({ plans, withFeatures }), source),
      kind: 'plan',
      from: plans[0]!._id,
      topic: { planIds: plans.map(({ _id }) => _id), words: terms(plans[0]!.title) },
      material: [{ text: planText({ plans, withFeatures: true }), ...source }],
    }
  }
}

function isEnough({ passage, coverage, inHeading, matched }: Hit, question: string): boolean {
  if (coverage < MIN_COVERAGE) return false
  if (inHeading) return true
  // Below other headings a word may stand for anything: a dog in an article is no answer about dogs.
  return passage.kind !== 'article' && (ABOUT_US.test(question) || (coverage === 1 && matched.length > 1))
}
