import type { Finding, Rule } from '#studio/guards/rule.ts'
import {
  type Amount,
  FIGURE_NAMES,
  onlyPlanIn,
  type Quote,
  quoteText,
  type Verdict,
  verdicts,
} from '#studio/validation/amounts.ts'
import type { PlanFacts, PublishedContent } from '#studio/validation/published-content.ts'
import type { Fix, StoredDocument } from '#studio/validation/rule.ts'
import { type Block, blockText, type Child, type Place, walk } from '#studio/validation/walk.ts'

export const TYPED_AMOUNT = 'typed-amount'

/** Amounts that are typed where a plan's figure belongs (specification 9, “Conflict”): they would not follow the plan. */
export const typedAmounts: Rule = (document, { plans }) =>
  verdictsIn(document, plans).map(
    ({ place, verdict }): Finding => ({
      rule: TYPED_AMOUNT,
      path: place.path,
      message: messageOf(verdict, place.kind),
      ...(place.kind === 'block' && {
        fixes: verdict.quotes.map((quote) => ({
          title: `Quote ${titleOf(quote)}`,
          path: [...place.path, 'children'],
          value: quoted(place.value, verdict.amount, quote),
          quote: { start: verdict.amount.start, end: verdict.amount.end, ...referenceTo(quote) },
        })),
      }),
    }),
  )

/** What the amounts in all texts of a document are, and where each text stands. */
export function verdictsIn(
  document: StoredDocument,
  plans: PlanFacts[],
): { place: Exclude<Place, { kind: 'object' }>; verdict: Verdict }[] {
  const about = document._type === 'faqItem' ? onlyPlanIn(String(document.question ?? ''), plans) : undefined
  return [...walk(document)].flatMap((place) => {
    if (place.kind === 'object') return []
    const text = place.kind === 'block' ? blockText(place.value) : place.value
    return verdicts(text, plans, about).map((verdict) => ({ place, verdict }))
  })
}

const titleOf = (quote: Quote) =>
  `the ${FIGURE_NAMES[quote.show]} of ${quote.plan.title}: ${quoteText(quote)}`

function messageOf({ amount, contradicts, quotes }: Verdict, kind: 'block' | 'string'): string {
  const [first] = quotes
  const says = contradicts
    ? `“${amount.text}” contradicts ${titleOf(first!)}.`
    : `“${amount.text}” is typed, and is ${quotes.map(titleOf).join(', or ')}.`
  return kind === 'block'
    ? `${says} Quote the plan instead: the text then follows it.`
    : `${says} This field can’t quote a plan: leave the amount out, or say it in a text that can.`
}

/** A paragraph's children with a quote in the place of an amount, which may stand in several of them. */
function quoted({ children = [] }: Block, { start, end }: Amount, quote: Quote): Child[] {
  const result: Child[] = []
  let at = 0
  let done = false
  for (const child of children) {
    const length = child._type === 'span' ? (child.text ?? '').length : 1
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, length)]
    if (child._type !== 'span' || from >= to) result.push(child)
    else {
      const text = child.text ?? ''
      if (!done)
        result.push(
          { ...child, text: text.slice(0, from) },
          {
            _key: newKey(),
            _type: 'priceReference',
            ...referenceTo(quote),
          },
        )
      done = true
      // Portable Text has a span on both sides of what stands within a line.
      result.push({ ...child, _key: newKey(), text: text.slice(to) })
    }
    at += length
  }
  return result
}

const referenceTo = ({ plan, show }: Quote) => ({
  plan: { _type: 'reference' as const, _ref: plan._id, _weak: true as const },
  show,
})

const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12)

/** The document with one fix in it; what it was made from stays as it is. */
export function withFix(document: StoredDocument, { path, value }: Fix): StoredDocument {
  const copy = structuredClone(document)
  let target: Record<string, unknown> = copy
  for (const segment of path.slice(0, -1)) {
    if (typeof segment === 'string') target[segment] ??= {}
    target = (
      typeof segment === 'object'
        ? (target as unknown as { _key: string }[]).find(({ _key }) => _key === segment._key)
        : target[segment as string]
    ) as Record<string, unknown>
  }
  target[path.at(-1) as string] = value
  return copy
}

/** The document with every amount quoted that stands for one figure only; where several fit, the editor chooses. */
export function mended(document: StoredDocument, dataset: PublishedContent): StoredDocument {
  let now = document
  for (;;) {
    const fix = typedAmounts(now, dataset).find(({ fixes }) => fixes?.length === 1)?.fixes?.[0]
    if (!fix) return now
    now = withFix(now, fix)
  }
}
