import type { PlanFacts } from '#studio/validation/published-content.ts'
import { type Figures, quotedFigure, savingCents, toCents } from '../../app/content/money.ts'

export const FIGURES = ['price', 'credit', 'saving', 'cap'] as const
export type Figure = (typeof FIGURES)[number]
/** Names for messages. */
export const FIGURE_NAMES: Record<Figure, string> = {
  price: 'price',
  credit: 'lead credit',
  saving: 'saving',
  cap: 'highest property value',
}

/** A dollar amount in a text: where it stands, and its cents. */
export type Amount = { start: number; end: number; text: string; cents: number }
export type Quote = { plan: PlanFacts; show: Figure }
/** How an amount relates to the plans: it equals figures (`quotes`), or contradicts the figure of a plan that the text names. */
export type Verdict = { amount: Amount; contradicts: boolean; quotes: Quote[] }

/** Thousands are separated by commas, no-break spaces, or a space after a single digit: “$1 499”, not “$99 100% live”. */
const NUMBER =
  '((?:\\d{1,3}(?:,\\d{3})+|\\d{1,3}(?:[\u00a0\u2009\u202f]\\d{3})+(?![\\d%])|\\d(?: \\d{3})+(?![\\d%])|\\d+)(?:\\.\\d{1,2})?)'
const AMOUNT = new RegExp(
  [
    `(?:US\\s?)?\\$\\s?${NUMBER}(?:\\s?(k|m|million|thousand)\\b)?`,
    `\\bUSD\\s?${NUMBER}`,
    `\\b${NUMBER}[\\s-]?(?:(?:(?:US|U\\.S\\.)[\\s-])?(?:dollars?|USD)\\b|(?:US)?\\$(?!\\s?\\d))`,
  ].join('|'),
  'gi',
)
const TIMES: Record<string, number> = { k: 1_000, thousand: 1_000, m: 1_000_000, million: 1_000_000 }

/** The dollar amounts of a text, from left to right. */
export function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].map((match) => {
    const digits = (match[1] ?? match[3] ?? match[4] ?? '').replace(/[,\s]/g, '')
    const cents = Math.round(Number(digits) * 100 * (TIMES[match[2]?.toLowerCase() ?? ''] ?? 1))
    return { start: match.index, end: match.index + match[0].length, text: match[0], cents }
  })
}

/** The figures of a stored plan. A rate has no credit and a bundle no cap, whatever the hidden field holds. */
export const figuresOf = (plan: Record<string, unknown>): Figures => {
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const isBundle = plan.kind === 'bundle'
  return {
    price: number(plan.price),
    credit: isBundle ? number(plan.credit) : null,
    cap: isBundle ? null : number(plan.cap),
  }
}

/** A plan's figure in cents; undefined where it has none. */
export function centsOf(plan: Figures, show: Figure): number | undefined {
  if (show === 'saving') return savingCents(plan)
  const dollars = plan[show]
  return dollars === null ? undefined : toCents(dollars)
}

/** A quote as visitors would read it: `$99`. */
export const quoteText = ({ plan, show }: Quote): string => quotedFigure(plan, show) ?? '?'

/** A name as a regular expression, with any spaces between its words. */
export const patternOf = (name: string): string =>
  name
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')

type Mention = { start: number; end: number; plan: PlanFacts }

/** Where a text names plans: “Standard Buyer Lead”, and “Standard Buyer” or “Standard Buyer leads” as well. */
function mentionsIn(text: string, plans: PlanFacts[]): Mention[] {
  return plans.flatMap((plan) => {
    const name = String(plan.title ?? '')
      .replace(/\s+leads?$/i, '')
      .trim()
    if (!name) return []
    const pattern = new RegExp(`\\b${patternOf(name)}\\b(?:\\s+leads?\\b)?`, 'gi')
    return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
      plan,
    }))
  })
}

/** In characters. Further apart, a name and an amount are unrelated. */
const MAX_DISTANCE = 80
/** A larger or smaller amount is not meant as the figure: what a home sold for is no price of a plan. */
const MAX_RATIO = 10
/** In characters: a clause boundary separates more than letters do. */
const CLAUSE_COST = 20

/** The plan that a text names, if it names exactly one. */
export function onlyPlanIn(text: string, plans: PlanFacts[]): PlanFacts | undefined {
  const [first, ...others] = mentionsIn(text, plans)
  return others.every(({ plan }) => plan === first?.plan) ? first?.plan : undefined
}

/** How the amounts of a paragraph or field relate to the plans; unrelated ones are left out. `about`: the plan that a text without a name is about. */
export function verdicts(text: string, plans: PlanFacts[], about?: PlanFacts): Verdict[] {
  const amounts = amountsIn(text)
  const mentions = mentionsIn(text, plans)
  return amounts.flatMap((amount): Verdict[] => {
    const other = mentions.length === 0 && equalTo(amount, plans).length === 0 ? about : undefined
    const named = nearest(text, amount, amounts, mentions) ?? other
    if (named) {
      const quotes = equalTo(amount, [named])
      if (quotes.length > 0) return [{ amount, contradicts: false, quotes }]
      const quote = { plan: named, show: meant(text, amount, named) }
      const ratio = amount.cents / (centsOf(named, quote.show) ?? 0)
      if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) return []
      return [{ amount, contradicts: true, quotes: [quote] }]
    }
    const quotes = equalTo(amount, plans)
    return quotes.length > 0 ? [{ amount, contradicts: false, quotes }] : []
  })
}

const equalTo = ({ cents }: Amount, plans: PlanFacts[]): Quote[] =>
  plans.flatMap((plan) =>
    FIGURES.filter((show) => centsOf(plan, show) === cents).map((show) => ({ plan, show })),
  )

/** The plan that an amount belongs to: the nearest one named before it, or right after it (“$99 for a Standard Buyer Lead”). */
function nearest(
  text: string,
  amount: Amount,
  amounts: Amount[],
  mentions: Mention[],
): PlanFacts | undefined {
  const cost = (from: number, to: number) => {
    if (to - from > MAX_DISTANCE) return Number.POSITIVE_INFINITY
    const gap = text.slice(from, to)
    return gap.length + CLAUSE_COST * (gap.match(/[,;.]|\b(?:and|but|while)\b/gi)?.length ?? 0)
  }
  const ranked = mentions
    .map(({ start, end, plan }) => ({
      plan,
      cost: end <= amount.start ? cost(end, amount.start) : cost(amount.end, start),
      behind: start >= amount.end ? start : 0,
    }))
    .filter(
      ({ cost: distance, behind }) =>
        distance <= MAX_DISTANCE &&
        !(behind && amounts.some(({ start }) => start > amount.start && start < behind)),
    )
    .sort((a, b) => a.cost - b.cost || a.behind - b.behind)
  return ranked[0]?.plan
}

/** Which figure of a plan a contradicting amount is meant to be, by the text around it. */
function meant(text: string, { start, end }: Amount, plan: PlanFacts): Figure {
  const before = text.slice(Math.max(0, start - 24), start)
  const after = text.slice(end, end + 16)
  const has = (show: Figure) => centsOf(plan, show) !== undefined
  if (has('saving') && /\bsav(?:e|es|ing|ings)\W*$/i.test(before)) return 'saving'
  if (
    has('credit') &&
    (/^\s*(?:of |in )?(?:lead )?credit/i.test(after) || /credit (?:of|worth)\s*$/i.test(before))
  )
    return 'credit'
  if (
    has('cap') &&
    (/\b(?:up to|value[sd]?(?: of| at)?)\s*$/i.test(before) || /^\s*(?:property|home) value/i.test(after))
  )
    return 'cap'
  return 'price'
}
