import type { Material } from '#app/backend/assistant/answer.ts'
import type { Knowledge, Plan } from '#app/content/knowledge.ts'
import { savingCents } from '#app/content/money.ts'
import { sentences } from '#app/content/passages.ts'

const MOST_CHARS = 700
const FIGURE = /(\$\s?)?(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\b(\s?(?:dollars?|usd|bucks))?/gi
/** Sums in words, other currencies and gifts: only where the content says so itself. */
const RISKY =
  /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dollars?|bucks|cents|euros?|pounds?|free|discount\w*|complimentary|half[ -]price|guarantee\w*|waived?)\b|[€£¥%]/gi
const COSTS =
  /\b(costs?|costing|price is|priced at|priced|pay|pays|price of|sells? for|charge[sd]?)\b\D{0,24}$/i

/** Why a phrased answer may not be sent: it holds something that the content does not. Undefined for one that may. */
export function faultOf(text: string, material: Material[], knowledge: Knowledge): string | undefined {
  if (text.length === 0) return 'empty'
  if (text.length > MOST_CHARS) return 'too long'
  if (/[<>{}`]|\*\*|\]\(|^#/m.test(text)) return 'markup'
  const given = material.map((passage) => passage.text).join('\n')
  return (
    riskyFault(text, given) ?? linkFault(text, material, knowledge) ?? figureFault(text, given, knowledge)
  )
}

function riskyFault(text: string, given: string): string | undefined {
  const allowed = new Set((given.match(RISKY) ?? []).map((word) => word.toLowerCase()))
  return text.match(RISKY)?.some((word) => !allowed.has(word.toLowerCase()))
    ? 'a sum or promise in words'
    : undefined
}

function linkFault(
  text: string,
  material: Material[],
  { paths, email, phone, brand }: Knowledge,
): string | undefined {
  for (const address of text.match(/[\w.+-]+@[\w.-]+\w/g) ?? [])
    if (address !== email) return 'an e-mail address'
  const bare = text.replaceAll(email || '\0', ' ')
  const ours = new Set([brand, ...material.map((passage) => passage.text)].flatMap(sitesIn))
  if (/\bhttps?:/i.test(bare) || sitesIn(bare).some((site) => !ours.has(site))) return 'another site'
  const numbers = bare.match(/\+?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}\b/g) ?? []
  if (numbers.some((number) => digits(number) !== digits(phone))) return 'a phone number'
  const named = bare.match(/(?<![\w/])\/[a-z][\w/-]*/gi) ?? []
  const known = new Set([...paths, ...material.map(({ path }) => path)])
  return named.some((path) => !known.has(path.replace(/\/$/, ''))) ? 'a path' : undefined
}

/** What a reader takes for the address of a site, whatever it ends in: with its path, in small letters. */
const sitesIn = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}(?:\/(?:\S*[^\s\p{P}]\/?)?)?/gu) ?? []

/** Each number must stand in the passages; each sum beside a plan must be that plan’s, with or without its $, and as a price its price. */
function figureFault(text: string, given: string, { plans, phone }: Knowledge): string | undefined {
  if (/(?!\d)\p{N}/u.test(text)) return 'a number' // of another script
  const known = new Set(figures(given).map(({ value }) => value))
  const prices = new Set(plans.map(({ price }) => price))
  const sums = new Set(plans.flatMap(figuresOf))
  // Several sums in a row may look like a number to call.
  const isOurs = (number: string) => digits(number) === digits(phone)
  const rest = text.replace(/\(?\+?\d[\d().\s-]{8,}\d/g, (number) => (isOurs(number) ? ' ' : number))
  for (const sentence of sentences(rest)) {
    for (const { value, money, at } of figures(sentence)) {
      if (!known.has(value)) return 'a number'
      if (!money && !sums.has(value)) continue
      const plan = planBeside(sentence, at, plans)
      if (plan && !figuresOf(plan).includes(value)) return 'a figure of another plan'
      if (COSTS.test(sentence.slice(0, at)) && (plan ? plan.price !== value : !prices.has(value)))
        return 'a wrong price'
    }
  }
  return undefined
}

export function figures(text: string): { value: number; money: boolean; at: number }[] {
  return [...text.matchAll(FIGURE)].map((match) => {
    const [, dollar, amount, unit, word] = match
    const factor = !unit ? 1 : /^m/i.test(unit) ? 1e6 : 1e3
    return {
      value: Number(amount!.replace(/,/g, '')) * factor,
      money: Boolean(dollar || word),
      at: match.index,
    }
  })
}

/** The plan whose title stands last before a figure, or else first after it. */
export function planBeside(sentence: string, at: number, plans: Plan[]): Plan | undefined {
  const places = plans.flatMap((plan) => {
    const bare = plan.title.replace(/ Lead$/, '').toLowerCase()
    return [...sentence.toLowerCase().matchAll(new RegExp(escaped(bare), 'g'))].map(({ index }) => ({
      plan,
      index,
    }))
  })
  const before = places.filter(({ index }) => index < at).sort((a, b) => b.index - a.index)[0]
  return (before ?? places.sort((a, b) => a.index - b.index)[0])?.plan
}

export const figuresOf = (plan: Plan): number[] => {
  const saving = savingCents(plan)
  return [plan.price, plan.cap, plan.credit, saving === undefined ? null : saving / 100].filter(
    (value) => value !== null,
  )
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(-10)
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
