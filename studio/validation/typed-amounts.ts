import {
  type Amount,
  FIGURE_NAMES,
  onlyPlanIn,
  type Quote,
  quoteText,
  type Verdict,
  verdicts,
} from '#studio/validation/amounts.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import type { PlanFacts, PublishedContent } from '#studio/validation/published-content.ts'
import type { Finding, Fix } from '#studio/validation/rule.ts'
import { type Block, blockText, type Child, pathText, walk } from '#studio/validation/walk.ts'

/** Finds typed amounts that equal or contradict a plan (specification 9, "Conflict"), with fixes that quote the plan. */
export const typedAmounts = (
  document: StoredDocument,
  { plans }: Pick<PublishedContent, 'plans'>,
): (Finding & { contradicts: boolean })[] =>
  [...walk(document)].flatMap((place) => {
    if (place.kind === 'object') return []
    const { kind, path, value } = place
    const text = kind === 'block' ? blockText(value) : value
    return verdicts(text, plans, planAbout(document, plans)).map((verdict) => ({
      path,
      message: messageOf(verdict, kind),
      value: verdict.amount.text,
      contradicts: verdict.contradicts,
      ...(kind === 'block' && { fixes: verdict.quotes.map((quote) => fixOf(path, value, verdict, quote)) }),
    }))
  })

/** Returns the plan in the question of an FAQ item. */
const planAbout = ({ _type, question }: StoredDocument, plans: PlanFacts[]) =>
  _type === 'faqItem' ? onlyPlanIn(String(question ?? ''), plans) : undefined

const fixOf = (path: Finding['path'], block: Block, { amount }: Verdict, quote: Quote): Fix => ({
  title: `Quote ${titleOf(quote)}`,
  path: [...path, 'children'],
  value: withQuote(block, amount, quote),
  quote: { start: amount.start, end: amount.end, ...referenceTo(quote) },
})

const titleOf = (quote: Quote) =>
  `the ${FIGURE_NAMES[quote.show]} of ${quote.plan.title}: ${quoteText(quote)}`

function messageOf({ amount, contradicts, quotes }: Verdict, kind: 'block' | 'string'): string {
  const [first] = quotes
  const problem = contradicts
    ? `“${amount.text}” contradicts ${titleOf(first!)}.`
    : `“${amount.text}” is typed, and equals ${quotes.map(titleOf).join(', or ')}.`
  return kind === 'block'
    ? `${problem} Quote the plan instead, so that the text follows it.`
    : `${problem} This field cannot quote a plan. Leave the amount out, or say it in a text that can.`
}

/** Replaces an amount, which may span several children of a paragraph, by a quote. */
function withQuote({ children = [] }: Block, { start, end }: Amount, quote: Quote): Child[] {
  let next = 0
  return children.flatMap((child) => {
    const at = next
    const { text = '' } = child
    next += child._type === 'span' ? text.length : 1
    if (child._type !== 'span' || next <= start || at >= end) return [child]
    // Portable Text requires a span on both sides of an inline object.
    const rest = { ...child, _key: newKey(), text: text.slice(Math.max(end - at, 0)) }
    if (at > start) return [rest]
    return [
      { ...child, text: text.slice(0, start - at) },
      { _key: newKey(), _type: 'priceReference', ...referenceTo(quote) },
      rest,
    ]
  })
}

const referenceTo = ({ plan, show }: Quote) => ({
  plan: { _type: 'reference' as const, _ref: plan._id, _weak: true as const },
  show,
})

const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12)

export function withFix(document: StoredDocument, { path, value }: Fix): StoredDocument {
  const copy = structuredClone(document)
  for (const { kind, path: at, value: block } of walk(copy))
    if (kind === 'block' && pathText([...at, 'children']) === pathText(path)) block.children = value
  return copy
}

/** Quotes every amount that fits exactly one figure. */
export function withAllFixes(document: StoredDocument, content: PublishedContent): StoredDocument {
  let current = document
  for (;;) {
    const fix = typedAmounts(current, content).find(({ fixes }) => fixes?.length === 1)?.fixes?.[0]
    if (!fix) return current
    current = withFix(current, fix)
  }
}
