import { allTerms, correct, terms } from '#app/backend/assistant/words.ts'
import type { Plan } from '#app/content/knowledge.ts'
import { formatPrice, quotedFigure, toCents } from '#app/content/money.ts'

const stems = (words: string): Set<string> => new Set(words.split(' ').flatMap(allTerms))

const PRICE = stems('price pay dollars usd buck')
const FIGURES = stems('credit save saving cap value property limit worth')
const CONTENTS = stems(
  'include included feature features contain contents benefit difference compare comparison versus vs about detail',
)
const COMPARING = stems('difference compare comparison versus vs')
const KIND_WORDS = stems('lead leads bundle bundles plan plans option options rate rates')
const BUNDLE = stems('bundle bundles credits prepaid prepay')
const RATE = stems('lead leads rate rates')
const LEAD = stems('lead')
const COST = stems('price')
const CHEAPEST = stems('cheapest lowest smallest least minimum entry')
const DEAREST = stems('dearest highest biggest largest best top premium')
const CHEAPER = stems('cheaper smaller lower less below')
const DEARER = stems('bigger larger dearer higher above upgrade')
const BUYING = stems('buy order purchase choose sell')

/** What a question may say of plans besides naming them. */
const SAID = [PRICE, FIGURES, CONTENTS, KIND_WORDS, BUNDLE, CHEAPEST, DEAREST, CHEAPER, DEARER, BUYING]
const LIMIT = stems('cap limit')
/** What a question may be about instead of the plan that was talked about: “what does a house cost?”, “how much do leads cost?”. */
const SUBJECTS = [BUYING, stems('home value worth lead bundle plan option')]
const OWN_SUBJECT =
  /\b(my|our|an?) (\w+ )?(home|house|property)\b|\b(to sell|selling|valuation)\b|\bit costs? to\b|\byour (\w+ )?(pric\w+|rates|fees|costs|charges|bundles|packages|plans|leads)\b/i
/** Said of what was talked about: then other words may stand beside it. */
const REFERS_BACK =
  /\b(it|its|this|that|these|those|they|them|ones?|the (lead|bundle|package|plan|option))\b/i
const COMES_WITH = /\bwhat(['’]?s| is| do i get| comes?)\b.{0,12}\b(in|with|for|inside)\b/i
const PAYS_WHAT = /\bwhat (do|does|will|would) (\w+ )?pay\b/i
const ASKS_WHICH = /\b(what|which)( \w+)? (bundles|packages|plans|options)\b(?!.* to pay\b)/i
/** What somebody asks who sells or buys one: its price is none of ours. */
const A_HOUSE = /\b(homes?|houses?|propert(y|ies)|to sell|selling)\b/i
/** Longer, the figures of several plans become a list of prices: an answer fits into the widget without scrolling. */
const MOST_CHARS = 400

type PlanQuestion = { plans: Plan[]; withFeatures: boolean }

/** What a question says about the plans, besides naming them. */
type Reading = { all: string[]; asksPrice: boolean; asksFigures: boolean; asksContents: boolean }

/** Finds out which plans a question is about, by their titles, by price order, or by the plan talked about before. */
export class PlanReader {
  readonly #plans: Plan[]
  readonly #titles: Map<Plan, string[]>
  readonly #titleWords: Map<string, Plan[]>
  readonly #known: ReadonlyMap<string, number>

  /** `known`: the words of the other content; a title’s word that stands there often does not name the plan by itself. */
  constructor(plans: Plan[], known: ReadonlyMap<string, number>) {
    this.#plans = plans
    this.#known = known
    this.#titles = new Map(plans.map((plan) => [plan, allTerms(plan.title)]))
    this.#titleWords = new Map()
    for (const [plan, title] of this.#titles)
      for (const word of title) this.#titleWords.set(word, [...(this.#titleWords.get(word) ?? []), plan])
  }

  /** The plans that answer the question; undefined where it is not about plans’ figures or features. `before`: what was talked about last. */
  read(question: string, before: Plan[]): PlanQuestion | undefined {
    const reading = this.#readingOf(question)
    const { all, asksPrice, asksFigures, asksContents } = reading
    const named = this.#named(all)
    const ask = asksPrice || asksFigures || asksContents
    const priced = named.length === 0 ? this.#priced(question) : []
    if (priced.length > 0 && this.#restOf(question, []).length === 0)
      return { plans: priced, withFeatures: true }
    const relative = this.#relative(question, all, named, before)
    if (relative) return { plans: relative, withFeatures: asksContents }
    if (named.length > 0) {
      const rest = this.#restOf(question, named)
      const wanted = named.length > 1 ? this.#byValue(question, named) : named
      if (rest.length === 0 || (ask && rest.length <= 1)) return { plans: wanted, withFeatures: asksContents }
      return undefined
    }
    const kind = all.some((term) => BUNDLE.has(term))
      ? 'bundle'
      : all.some((term) => RATE.has(term))
        ? 'rate'
        : undefined
    const ofKind = this.#plans.filter((plan) => plan.kind === kind)
    const compares = all.some((term) => COMPARING.has(term)) && this.#restOf(question, []).length === 0
    if (compares && ofKind.length > 0) return { plans: ofKind, withFeatures: false }
    if (before.length > 0 && ask && this.#goesOn(question, all))
      return { plans: before, withFeatures: asksContents }
    const group = this.#group(question, reading)
    return group.length > 0 ? { plans: group, withFeatures: false } : undefined
  }

  /** “What does a bundle cost?”, “your prices”: all bundles, or all there is. What leads cost the content's own words say best. */
  #group(question: string, { all, asksFigures }: Reading): Plan[] {
    const has = (words: Set<string>) => all.some((term) => words.has(term))
    const asks = has(COST) || PAYS_WHAT.test(question) || ASKS_WHICH.test(question)
    if (this.#restOf(question, []).length > 0) return []
    if (has(BUNDLE) && (asks || asksFigures) && (!has(LEAD) || asksFigures))
      return this.#plans.filter(({ kind }) => kind === 'bundle')
    if (!asks || has(LEAD) !== has(BUNDLE) || A_HOUSE.test(question)) return []
    return [...this.#plans].sort((a, b) => b.kind.localeCompare(a.kind)) // rates first
  }

  /** The plans that a text names. */
  named(text: string): Plan[] {
    return this.#named(this.#readingOf(text).all)
  }

  #readingOf(question: string): Reading {
    const all = allTerms(question).map((term) => this.#corrected(term))
    const has = (words: Set<string>) => all.some((term) => words.has(term))
    return {
      all,
      asksPrice: has(PRICE),
      asksFigures: has(FIGURES),
      asksContents: has(CONTENTS) || COMES_WITH.test(question),
    }
  }

  #corrected(term: string): string {
    if (this.#known.has(term) || this.#titleWords.has(term) || SAID.some((words) => words.has(term)))
      return term
    return correct(term, this.#known) ?? term
  }

  #named(all: string[]): Plan[] {
    const found = new Set<Plan>()
    for (const [plan, title] of this.#titles) {
      const own = title.filter((word) => this.#titleWords.get(word)!.length === 1)
      const ownPresent = own.filter((word) => all.includes(word))
      const bare = title.filter((word) => !KIND_WORDS.has(word))
      const complete = bare.length > 0 && bare.every((word) => all.includes(word))
      const byOwnWord = ownPresent.some((word) => this.#namesAlone(word, all))
      if (complete || byOwnWord) found.add(plan)
    }
    // “seller leads”: a word that several titles share, next to what they all are.
    const asked = all.some((term) => PRICE.has(term) || CONTENTS.has(term))
    const taken = new Set([...found.keys()].flatMap((plan) => this.#titles.get(plan)!))
    for (const [word, plans] of this.#titleWords) {
      if (!asked || plans.length === 1 || plans.length > 3 || taken.has(word)) continue
      if (all.some((term, i) => term === word && KIND_WORDS.has(all[i + 1] ?? '')))
        for (const plan of plans) found.add(plan)
    }
    return this.#plans.filter((plan) => found.has(plan))
  }

  /** The plans that cost the sum in the question. */
  #priced(question: string): Plan[] {
    const sums = [...question.matchAll(/(?<![\d,.])\d[\d,]*(\.\d\d)?(?![\d%])/g)].map(([sum]) =>
      Number(sum.replace(/,/g, '')),
    )
    return this.#plans.filter(({ price }) => sums.includes(price))
  }

  /** A word of one title alone: rare in the rest of the content, or right before what it is. */
  #namesAlone(word: string, all: string[]): boolean {
    const elsewhere = this.#known.get(word) ?? 0
    if (elsewhere <= 3) return true
    const next = all[all.indexOf(word) + 1] ?? ''
    const asked = all.some((term) => PRICE.has(term)) && all.length <= 5
    return elsewhere <= 16 && (KIND_WORDS.has(next) || asked)
  }

  /** “the cheapest bundle”, or “the cheaper one” than what was talked about. */
  #relative(question: string, all: string[], named: Plan[], before: Plan[]): Plan[] | undefined {
    const has = (words: Set<string>) => all.some((term) => words.has(term))
    const mostOrLeast = /\b(most|more|least|less) (expensive|costly|pricey)\b/i
      .exec(question)?.[1]
      ?.toLowerCase()
    const down = has(CHEAPER) || mostOrLeast === 'less'
    const up = has(DEARER) || mostOrLeast === 'more'
    const byPrice = (a: Plan, b: Plan) => a.price - b.price
    if ((down || up) && named.length > 1) {
      const { price } = [...named].sort(byPrice).at(down ? 0 : -1)!
      return named.filter((plan) => plan.price === price) // two that cost the same: neither is cheaper
    }
    const other = all.filter((term) => !KIND_WORDS.has(term)) // “a cheaper bundle” goes on, too
    const base = named.length > 0 ? named : this.#goesOn(question, other) ? before : []
    if ((down || up) && base.length > 0) {
      const { kind, price } = down ? [...base].sort(byPrice)[0]! : [...base].sort(byPrice).at(-1)!
      const others = this.#plans.filter((plan) => plan.kind === kind).sort(byPrice)
      const next = down
        ? others.filter((plan) => plan.price < price).at(-1)
        : others.find((plan) => plan.price > price)
      return next ? others.filter((plan) => plan.price === next.price) : base
    }
    const least = has(CHEAPEST) || mostOrLeast === 'least'
    const most = has(DEAREST) || mostOrLeast === 'most'
    const kind = has(BUNDLE) || /\bpackages?\b/i.test(question) ? 'bundle' : has(RATE) ? 'rate' : undefined
    if (
      least === most ||
      named.length > 0 ||
      (!kind && !all.some((term) => PRICE.has(term) || KIND_WORDS.has(term)))
    )
      return undefined
    if (this.#restOf(question, []).length > 0) return undefined
    const candidates = this.#plans.filter((plan) => !kind || plan.kind === kind).sort(byPrice)
    const wanted = (least ? candidates[0] : candidates.at(-1))?.price
    return candidates.length > 0 ? candidates.filter(({ price }) => price === wanted) : undefined
  }

  /** Whether a question lacks a subject of its own, so that it is about what was talked about before. `said`: its words. */
  #goesOn(question: string, said: string[]): boolean {
    if (OWN_SUBJECT.test(question) || this.#restOf(question, []).length > 0) return false
    const names = (subjects: Set<string>) => said.some((term) => subjects.has(term))
    return REFERS_BACK.test(question) || names(LIMIT) || !SUBJECTS.some(names)
  }

  /** Of several seller rates the one that covers the property value in the question. */
  #byValue(question: string, plans: Plan[]): Plan[] {
    const given = /\$?\s?(\d[\d,.]*)\s?(k|m|million|thousand)?\b/i.exec(question)
    if (!given) return plans
    const unit = given[2]?.toLowerCase()
    const value = Number(given[1]!.replace(/,/g, '')) * (unit?.startsWith('m') ? 1e6 : unit ? 1e3 : 1)
    const covering = plans.filter(({ cap }) => cap !== null && cap >= value).sort((a, b) => a.cap! - b.cap!)
    return value >= 20_000 && covering.length > 0 ? covering.slice(0, 1) : plans
  }

  /** What else the question is about. */
  #restOf(question: string, named: Plan[]): string[] {
    const own = new Set(named.flatMap((plan) => this.#titles.get(plan)!))
    return terms(question)
      .map((term) => this.#corrected(term))
      .filter((term) => !own.has(term) && !SAID.some((words) => words.has(term)) && !/^[\d.k]+$/.test(term))
  }
}

/** “The Hot Seller Lead costs $299 (property value up to $600K).” Figures are the plan’s at this moment. */
function planSentence(plan: Plan): string {
  const price = formatPrice(toCents(plan.price))
  const cap = quotedFigure(plan, 'cap')
  const credit = quotedFigure(plan, 'credit')
  const saving = quotedFigure(plan, 'saving')
  if (credit)
    return `${plan.title} costs ${price} and holds ${credit} of lead credit${saving ? `: you save ${saving}` : ''}.`
  return `The ${plan.title} costs ${price}${cap ? ` (property value up to ${cap})` : ''}.`
}

/** The plans with their current figures; for a single one also what it is for, and on request what it includes. */
export function planText({ plans, withFeatures }: PlanQuestion): string {
  const figures = plans.map(planSentence).join(' ')
  if (figures.length > MOST_CHARS)
    return `${plans.map(({ title, price }) => `${title}: ${formatPrice(toCents(price))}`).join('; ')}.`
  const [plan] = plans
  if (plans.length !== 1 || !plan) return figures
  const summary = plan.summary && ` ${plan.summary}`
  const features =
    withFeatures && plan.features.length > 0 ? ` It includes: ${plan.features.join('; ')}.` : ''
  return `${figures}${summary}${features}`
}
