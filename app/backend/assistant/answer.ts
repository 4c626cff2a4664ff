import { excerpt, withoutYesOrNo, withSource } from '#app/backend/assistant/excerpt.ts'
import { type MessageKind, messageKindOf, replyTo } from '#app/backend/assistant/message-kind.ts'
import { PlanReader, planText } from '#app/backend/assistant/plan-answers.ts'
import type { Hit, PassageSearch } from '#app/backend/assistant/search.ts'
import { keywords, tokenize } from '#app/backend/assistant/tokenize.ts'
import type { Knowledge, Passage, Plan } from '#app/content/knowledge.ts'

/** A passage must contain this share of the question's words; otherwise the assistant says that it doesn't know. */
const MIN_COVERAGE = 0.6
/** Further words of a message are ignored. */
const MAX_WORDS = 20
const MAX_PARTS = 3
const ABOUT_US = /\b(you|your|yours|we|our|us|my|can i|must i|may i|do i (need|have))\b/i
const REFERS_BACK =
  /\b(it|its|that|this|they|them|those|these|ones?|he|she|same|the (lead|bundle|package|plan|option|limit|price))\b|^(and|but|so|also|what about|how about|why|how (long|many|often|soon))\b|^how much\W*$/i

/** The topic of a visitor's last question, for a next one like “and the cheaper one?”. */
export type Topic = { planIds: string[]; words: string[] }

/** A text of the content and the address of its page. */
export type Material = { text: string; source: string; path: string }

type Answer = {
  message: string
  /** `from` is the id of the source document, if there is one. */
  kind: 'plan' | Passage['kind'] | MessageKind | 'unknown'
  from?: string
  /** The topic for the next question; undefined keeps the last topic. */
  topic?: Topic
  /** The source text of the answer, for a model that rephrases it. */
  material?: Material[]
}

/** Answers questions from one version of the content. `search` indexes its passages, including articles. */
export class Answerer {
  readonly knowledge: Knowledge
  readonly search: PassageSearch
  readonly #plans: PlanReader

  constructor(knowledge: Knowledge, search: PassageSearch) {
    this.knowledge = knowledge
    this.search = search
    this.#plans = new PlanReader(knowledge.plans, search)
  }

  /** Never throws. The answer contains only text of the content, or a fixed reply. */
  answer(message: string, lastTopic?: Topic): Answer {
    const { knowledge } = this
    const kind = messageKindOf(message)
    if (kind) return { message: replyTo(kind, knowledge), kind }
    const question = message.replace(/\s+/g, ' ').trim()
    // The last part of a long message is often the question.
    const parts = question.split(/[,.;:?!–—]+ /)
    for (const part of new Set([question, ...parts.reverse().slice(0, MAX_PARTS)])) {
      const answer = this.#rawRequest(part, lastTopic)
      if (answer) return answer
    }
    return { message: replyTo(undefined, knowledge), kind: 'unknown' }
  }

  #rawRequest(question: string, lastTopic: Topic | undefined): Answer | undefined {
    const { plans } = this.knowledge
    const words = tokenize(question)
      .slice(0, MAX_WORDS)
      .map((word) => (this.#plans.knows(word) ? word : this.search.correct(word)))
    const topic = REFERS_BACK.test(question) ? lastTopic : undefined
    const previousPlans = plans.filter(({ _id }) => topic?.planIds.includes(_id))
    const planQuestion = this.#plans.read(question, words, previousPlans)
    if (planQuestion) return this.#planAnswer(planQuestion.plans, planQuestion.withFeatures)
    const titles = this.#plans.named(words).flatMap(({ title }) => tokenize(title))
    const hit =
      this.search.find(words, titles).find((found) => isEnough(found, question)) ??
      (topic && this.search.find(words, topic.words).find(({ coverage }) => coverage >= MIN_COVERAGE))
    if (!hit) return undefined
    const { passage } = hit
    const found = excerpt(passage, hit.matched)
    const isHeading = tokenize(passage.heading).join(' ') === words.join(' ')
    const text = isHeading ? found : withoutYesOrNo(found)
    return {
      message: withSource(text, passage),
      kind: passage.kind,
      from: passage.documentId,
      topic: { planIds: [], words: keywords(`${question} ${passage.heading}`) },
      material: [{ text, source: passage.source, path: passage.path }],
    }
  }

  #planAnswer(plans: Plan[], withFeatures: boolean): Answer {
    const source = { source: 'Pricing', path: this.knowledge.pricingPath }
    return {
      message: withSource(planText({ plans, withFeatures }), source),
      kind: 'plan',
      from: plans[0]!._id,
      topic: { planIds: plans.map(({ _id }) => _id), words: keywords(plans[0]!.title) },
      material: [{ text: planText({ plans, withFeatures: true }), ...source }],
    }
  }
}

function isEnough({ passage, coverage, inHeading, matched }: Hit, question: string): boolean {
  if (coverage < MIN_COVERAGE) return false
  if (inHeading) return true
  // A word in the text alone proves little: an article that mentions a dog does not answer a question about dogs.
  return passage.kind !== 'article' && (ABOUT_US.test(question) || (coverage === 1 && matched.length > 1))
}
