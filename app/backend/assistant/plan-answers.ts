import type { PassageSearch } from '#app/backend/assistant/search.ts'
import { isStopWord, tokenize, wordSet } from '#app/backend/assistant/tokenize.ts'
import type { Plan } from '#app/content/knowledge.ts'
import { formatPrice, quotedFigure, toCents } from '#app/content/money.ts'

const PRICE = wordSet('price')
const PAYING = wordSet('price pay dollars usd buck')
const FIGURES = wordSet('credit save saving cap value property limit worth')
const COMPARING = wordSet('difference compare comparison versus vs')
const CONTENTS = wordSet('include included feature features contain contents benefit about detail')
const LEAD = wordSet('lead')
const BUNDLE = wordSet('bundle credits prepaid prepay')
const CHEAPEST = wordSet('cheapest lowest smallest minimum entry')
const MOST_EXPENSIVE = wordSet('dearest highest biggest largest best top premium')
const CHEAPER = wordSet('cheaper smaller lower less below')
const MORE_EXPENSIVE = wordSet('dearer higher bigger larger above upgrade')
/** Words that a question about plans may contain besides their names. */
const ABOUT_PLANS = new Set([
  ...[PAYING, FIGURES, COMPARING, CONTENTS, LEAD, BUNDLE].flatMap((words) => [...words]),
  ...[CHEAPEST, MOST_EXPENSIVE, CHEAPER, MORE_EXPENSIVE].flatMap((words) => [...words]),
  ...wordSet('plan option buy order purchase choose sell'),
])

const COMES_WITH = /\bwhat(['’]?s| is| do i get| comes?)\b.{0,12}\b(in|with|for|inside)\b/i
const ASKS_WHICH =
  /\b(what|which)( \w+)? (bundles|packages|plans|options)\b(?!.* to pay\b)|\bwhat (do|does|will|would) (\w+ )?pay\b/i
/** Such a question is not about our prices. */
const ABOUT_A_HOUSE = /\b(homes?|houses?|propert(y|ies)|to sell|selling|valuation)\b/i
const PLURAL = /\b(leads|bundles|packages|plans|options)\b/i
/** A more frequent word does not name a plan by itself. */
const MAX_SHARE_OF_PASSAGES = 0.05
/** Longer answers list only the prices, to fit into the widget. */
const MAX_CHARS = 400

type Has = (terms: Set<string>) => boolean
type PlanAnswer = { plans: Plan[]; withFeatures: boolean }

/** Finds the plans that a question names, and those that answer it. */
export class PlanReader {
  readonly #plans: Plan[]
  readonly #search: PassageSearch
  readonly #titles: Map<Plan, string[]>

  constructor(plans: Plan[], search: PassageSearch) {
    this.#plans = plans
    this.#search = search
    this.#titles = new Map(plans.map((plan) => [plan, tokenize(plan.title)]))
  }

  /** Whether a word is about plans, so that its spelling is not corrected. */
  knows(word: string): boolean {
    return ABOUT_PLANS.has(word) || [...this.#titles.values()].some((title) => title.includes(word))
  }

  /** Answers a question that is only about plans; undefined for any other. */
  read(question: string, words: string[], previousPlans: Plan[]): PlanAnswer | undefined {
    const has = (terms: Set<string>) => words.some((word) => terms.has(word))
    const named = this.named(words)
    const ownWords = new Set(named.flatMap((plan) => this.#titles.get(plan)!))
    const others = words.filter(
      (word) => !isStopWord(word) && !ownWords.has(word) && !ABOUT_PLANS.has(word) && !/^[\d.k]+$/.test(word),
    )
    const withFeatures = has(COMPARING) || has(CONTENTS) || COMES_WITH.test(question)
    const asks = withFeatures || has(PAYING) || has(FIGURES)
    if (others.length > (named.length > 0 && asks ? 1 : 0)) return undefined
    const lastPlans = ABOUT_A_HOUSE.test(question) || PLURAL.test(question) ? [] : previousPlans
    const plans =
      this.#byPrice(has, named, lastPlans) ??
      (named.length > 0 ? named : this.#unnamed(question, has, asks, lastPlans))
    return plans.length > 0 ? { plans, withFeatures } : undefined
  }

  /** “Is there a cheaper one?” */
  #byPrice(has: Has, named: Plan[], lastPlans: Plan[]): Plan[] | undefined {
    const cheaper = has(CHEAPER)
    if (!cheaper && !has(MORE_EXPENSIVE)) return undefined
    if (named.length > 1) return extremes(named, cheaper)
    const [base] = extremes(named.length > 0 ? named : lastPlans, cheaper)
    if (!base) return undefined
    const ofKind = this.#plans.filter(({ kind }) => kind === base.kind)
    const others = ofKind.filter(({ price }) => (cheaper ? price < base.price : price > base.price))
    return others.length > 0 ? extremes(others, !cheaper) : ofKind.filter(({ price }) => price === base.price)
  }

  #unnamed(question: string, has: Has, asks: boolean, lastPlans: Plan[]): Plan[] {
    const priced = this.#plans.filter(({ price }) => numbersIn(question).includes(price))
    if (priced.length > 0) return priced
    const kind = has(BUNDLE) ? 'bundle' : has(LEAD) ? 'rate' : undefined
    const ofKind = this.#plans.filter((plan) => !kind || plan.kind === kind)
    const cheapest = has(CHEAPEST)
    if (cheapest || has(MOST_EXPENSIVE)) return kind || asks ? extremes(ofKind, cheapest) : []
    if (kind && has(COMPARING)) return ofKind
    if (asks && lastPlans.length > 0) return lastPlans
    const asksPrices = has(PRICE) || ASKS_WHICH.test(question)
    if (kind === 'bundle' && (has(FIGURES) || (asksPrices && !has(LEAD)))) return ofKind
    // The content itself answers best what leads cost.
    if (!asksPrices || ABOUT_A_HOUSE.test(question) || has(LEAD) !== (kind === 'bundle')) return []
    return this.#plans.toSorted((a, b) => b.kind.localeCompare(a.kind)) // rates first
  }

  /** The plans that a question names: by the whole title, or by a word that no other title has. */
  named(words: string[]): Plan[] {
    const titleWords = [...this.#titles.values()].flat()
    return this.#plans.filter((plan) => {
      const title = this.#titles.get(plan)!.filter((word) => !LEAD.has(word))
      const matches = title.filter((word) => words.includes(word))
      const isOwn = (word: string) => titleWords.indexOf(word) === titleWords.lastIndexOf(word)
      const isRare = (word: string) =>
        this.#search.frequencyOf(word) <= this.#search.size * MAX_SHARE_OF_PASSAGES
      return (
        matches.length > 0 &&
        (matches.length === title.length || matches.some((word) => isOwn(word) && isRare(word)))
      )
    })
  }
}

/** The cheapest or the most expensive plans; several if they cost the same. */
function extremes(plans: Plan[], cheapest: boolean): Plan[] {
  const prices = plans.map(({ price }) => price)
  const extreme = cheapest ? Math.min(...prices) : Math.max(...prices)
  return plans.filter(({ price }) => price === extreme)
}

const numbersIn = (question: string): number[] =>
  [...question.matchAll(/(?<![\d,.])(\d[\d,]*(?:\.\d\d)?)(k?)(?![\d%])/gi)].map(
    ([, number, k]) => Number(number!.replace(/,/g, '')) * (k ? 1_000 : 1),
  )

/** “The Hot Seller Lead costs $299 (property value up to $600K).” */
function planSentence(plan: Plan): string {
  const price = formatPrice(toCents(plan.price))
  const cap = quotedFigure(plan, 'cap')
  const credit = quotedFigure(plan, 'credit')
  const saving = quotedFigure(plan, 'saving')
  if (credit)
    return `${plan.title} costs ${price} and holds ${credit} of lead credit${saving ? `: you save ${saving}` : ''}.`
  return `The ${plan.title} costs ${price}${cap ? ` (property value up to ${cap})` : ''}.`
}

/** Describes plans with their current prices; a single plan with its summary, and on request its features. */
export function planText({ plans, withFeatures }: PlanAnswer): string {
  const figures = plans.map(planSentence).join(' ')
  if (figures.length > MAX_CHARS)
    return `${plans.map(({ title, price }) => `${title}: ${formatPrice(toCents(price))}`).join('; ')}.`
  const [plan] = plans
  if (plans.length !== 1 || !plan) return figures
  const summary = plan.summary && ` ${plan.summary}`
  const features =
    withFeatures && plan.features.length > 0 ? ` It includes: ${plan.features.join('; ')}.` : ''
  return `${figures}${summary}${features}`
}
