import type { Material } from '#app/backend/assistant/answer.ts'
import type { Knowledge, Plan } from '#app/content/knowledge.ts'
import { savingCents } from '#app/content/money.ts'
import { sentences } from '#app/content/passages.ts'

const MAX_CHARS = 700
const MARKUP = /[<>{}`]|\*\*|\]\(|^#/m
const FIGURE = /(\$\s?)?(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\b(\s?(?:dollars?|usd|bucks))?/gi
/** Sums in words, other currencies and gifts. */
const PROMISE =
  /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dollars?|bucks|cents|euros?|pounds?|free|discount\w*|complimentary|half[ -]price|guarantee\w*|waived?)\b|[€£¥%]/g
/** E-mail addresses, web addresses and paths. */
const LINK =
  /[\w.+-]+@[\w.-]+\w|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}(?:\/(?:\S*[^\s\p{P}])?)?|(?<![\w/])\/[a-z][\w/-]*/gu
const COSTS =
  /\b(costs?|costing|price is|priced at|priced|pay|pays|price of|sells? for|charge[sd]?)\b\D{0,24}$/i

/** Returns what a rephrased answer adds to the content, or undefined if it may be sent. */
export function findFault(text: string, material: Material[], knowledge: Knowledge): string | undefined {
  if (text.length === 0) return 'empty'
  if (text.length > MAX_CHARS) return 'too long'
  if (MARKUP.test(text)) return 'markup'
  const { brand, email, paths } = knowledge
  const source = material.map((passage) => passage.text).join('\n')
  const places = [source, brand, email, ...paths, ...material.map(({ path }) => path)].join('\n')
  if (addsTo(places, text, LINK)) return 'a link'
  if (addsTo(source, text, PROMISE)) return 'a sum or promise in words'
  return numberFault(text, source, knowledge)
}

function addsTo(source: string, text: string, pattern: RegExp): boolean {
  const found = (all: string) => all.toLowerCase().match(pattern) ?? []
  const known = new Set(found(source))
  return found(text).some((match) => !known.has(match))
}

/** Each number must be in the content. Next to a plan's title, it must belong to that plan. */
function numberFault(text: string, source: string, { plans, phone }: Knowledge): string | undefined {
  if (/(?!\d)\p{N}/u.test(text)) return 'a number' // of another script
  const known = new Set(numbersIn(source).map(({ value }) => value))
  const digits = (number: string) => number.replace(/\D/g, '').slice(-10)
  const withoutPhone = text.replace(/\(?\+?\d[\d().\s-]{8,}\d/g, (number) =>
    digits(number) === digits(phone) ? ' ' : number,
  )
  for (const sentence of sentences(withoutPhone)) {
    for (const { value, money, at } of numbersIn(sentence)) {
      if (!known.has(value)) return 'a number'
      if (!money && !plans.some((plan) => numbersOf(plan).includes(value))) continue
      const plan = planBeside(sentence, at, plans)
      if (plan && !numbersOf(plan).includes(value)) return 'a figure of another plan'
      const isPrice = (plan ? [plan] : plans).some(({ price }) => price === value)
      if (COSTS.test(sentence.slice(0, at)) && !isPrice) return 'a wrong price'
    }
  }
  return undefined
}

/** The numbers in a text, with their position. `money`: with a dollar sign or word. */
export const numbersIn = (text: string): { value: number; money: boolean; at: number }[] =>
  [...text.matchAll(FIGURE)].map(({ 1: dollar, 2: amount, 3: unit, 4: word, index }) => ({
    value: Number(amount!.replace(/,/g, '')) * (!unit ? 1 : /^m/i.test(unit) ? 1e6 : 1e3),
    money: Boolean(dollar || word),
    at: index,
  }))

/** The plan whose title is the last before a number, or else the first after it. */
export function planBeside(sentence: string, at: number, plans: Plan[]): Plan | undefined {
  const lower = sentence.toLowerCase()
  const titleOf = (plan: Plan) => plan.title.replace(/ Lead$/, '').toLowerCase()
  const placed = (place: (title: string) => number) =>
    plans.map((plan) => ({ plan, index: place(titleOf(plan)) })).filter(({ index }) => index >= 0)
  const [before] = placed((title) => lower.lastIndexOf(title, at)).sort((a, b) => b.index - a.index)
  const [after] = placed((title) => lower.indexOf(title, at)).sort((a, b) => a.index - b.index)
  return (before ?? after)?.plan
}

/** The price, cap, credit and saving of a plan. */
export const numbersOf = (plan: Plan): (number | null)[] => [
  plan.price,
  plan.cap,
  plan.credit,
  (savingCents(plan) ?? Number.NaN) / 100,
]
