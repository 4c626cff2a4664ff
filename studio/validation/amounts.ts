import type { PlanFacts } from '#studio/validation/published-content.ts'
import { type Figures, quotedFigure, savingCents, toCents } from '../../app/content/money.ts'

/** The figures of a plan, with their names for messages. */
export const FIGURE_NAMES = {
  price: 'price',
  credit: 'lead credit',
  saving: 'saving',
  cap: 'highest property value',
}
export type Figure = keyof typeof FIGURE_NAMES
const FIGURES = Object.keys(FIGURE_NAMES) as Figure[]

export type Amount = { start: number; end: number; text: string; cents: number }
export type Quote = { plan: PlanFacts; show: Figure }
/** An amount equals the figures in `quotes`, or contradicts the figure of a plan that the text names. */
export type Verdict = { amount: Amount; contradicts: boolean; quotes: Quote[] }

const NUMBER = String.raw`(\d+(?:,\d{3})*(?:\.\d{1,2})?)`
const AMOUNT = new RegExp(
  String.raw`(?:\$|\bUSD)\s?${NUMBER}(?:\s?(k|m|million|thousand)\b)?|\b${NUMBER}[\s-]?(?:dollars?|USD)\b`,
  'gi',
)
const MULTIPLIERS: Record<string, number> = { k: 1_000, thousand: 1_000, m: 1_000_000, million: 1_000_000 }

/** Finds the dollar amounts of a text, from left to right. */
export const amountsIn = (text: string): Amount[] =>
  [...text.matchAll(AMOUNT)].map(({ index, 0: match, 1: dollars, 2: unit = '', 3: spelled }) => {
    const number = Number((dollars ?? spelled ?? '').replaceAll(',', ''))
    const cents = Math.round(number * 100 * (MULTIPLIERS[unit.toLowerCase()] ?? 1))
    return { start: index, end: index + match.length, text: match, cents }
  })

/** Returns the figures of a stored plan. A rate has no credit and a bundle no cap, even if the hidden field has a value. */
export const figuresOf = (plan: Record<string, unknown>): Figures => {
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const isBundle = plan.kind === 'bundle'
  return {
    price: number(plan.price),
    credit: isBundle ? number(plan.credit) : null,
    cap: isBundle ? null : number(plan.cap),
  }
}

/** Returns a plan's figure in cents, or undefined. */
function centsOf(plan: Figures, show: Figure): number | undefined {
  if (show === 'saving') return savingCents(plan)
  const dollars = plan[show]
  return dollars === null ? undefined : toCents(dollars)
}

/** Returns a quote as visitors read it, such as `$99`. */
export const quoteText = ({ plan, show }: Quote): string => quotedFigure(plan, show) ?? '?'

type Mention = { start: number; end: number; plan: PlanFacts }

/** Finds the names of plans in a text. "Standard Buyer" and "Standard Buyer leads" name the plan "Standard Buyer Lead". */
const mentionsIn = (text: string, plans: PlanFacts[]): Mention[] =>
  plans
    .flatMap((plan) => {
      const words = (plan.title ?? '').replace(/\s+leads?$/i, '').match(/\S+/g)
      if (!words) return []
      const name = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')
      return [...text.matchAll(new RegExp(`\\b${name}\\b(?:\\s+leads?\\b)?`, 'gi'))].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        plan,
      }))
    })
    .sort((a, b) => a.start - b.start)

/** Returns the plan that a text names, if it names exactly one. */
export function onlyPlanIn(text: string, plans: PlanFacts[]): PlanFacts | undefined {
  const [first, ...others] = mentionsIn(text, plans)
  return others.every(({ plan }) => plan === first?.plan) ? first?.plan : undefined
}

/** An amount that differs more is unrelated, for instance the price of a home. */
const MAX_RATIO = 10

/** Compares the amounts of a text with the plans, without unrelated ones. `about`: the plan if the text names none. */
export function verdicts(text: string, plans: PlanFacts[], about?: PlanFacts): Verdict[] {
  const mentions = mentionsIn(text, plans)
  return amountsIn(text).flatMap((amount): Verdict[] => {
    const namedPlan = planOf(text, amount, mentions)
    const quotes = (namedPlan ? [namedPlan] : plans).flatMap((plan) =>
      FIGURES.filter((show) => centsOf(plan, show) === amount.cents).map((show) => ({ plan, show })),
    )
    if (quotes.length > 0) return [{ amount, contradicts: false, quotes }]
    const plan = namedPlan ?? (mentions.length === 0 ? about : undefined)
    if (!plan) return []
    const show = figureOf(text, amount, plan)
    const ratio = amount.cents / (centsOf(plan, show) ?? 0)
    if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) return []
    return [{ amount, contradicts: true, quotes: [{ plan, show }] }]
  })
}

const CLAUSE_END = /[:;]|[,.](?!\d)|\b(?:and|or|but|while)\b/i
/** In characters. A name further away in another clause is unrelated to an amount. */
const MAX_DISTANCE = 80

/** Finds the plan of an amount: named in the same clause, before or after the amount, or shortly before the clause. */
function planOf(text: string, { start, end }: Amount, mentions: Mention[]): PlanFacts | undefined {
  const clauseStart = start - text.slice(0, start).split(CLAUSE_END).at(-1)!.length
  const clauseEnd = end + text.slice(end).split(CLAUSE_END)[0]!.length
  const before = mentions.findLast((mention) => mention.end <= start)
  const after = mentions.find((mention) => mention.start >= end)
  if (before && before.start >= clauseStart) return before.plan
  if (after && after.end <= clauseEnd) return after.plan
  return before && start - before.end <= MAX_DISTANCE ? before.plan : undefined
}

/** The context of an amount ("#") shows which figure it is. */
const FIGURE_PATTERNS: [Figure, RegExp][] = [
  ['saving', /\bsav(?:e|es|ing|ings)\W*#/i],
  ['credit', /#\s*(?:of |in )?(?:lead )?credit|credit (?:of|worth)\s*#/i],
  ['cap', /\b(?:up to|value[sd]?(?: of| at)?)\s*#|#\s*(?:property|home) value/i],
]

function figureOf(text: string, { start, end }: Amount, plan: PlanFacts): Figure {
  const context = `${text.slice(Math.max(0, start - 24), start)}#${text.slice(end, end + 16)}`
  const match = FIGURE_PATTERNS.find(
    ([show, pattern]) => centsOf(plan, show) !== undefined && pattern.test(context),
  )
  return match?.[0] ?? 'price'
}
