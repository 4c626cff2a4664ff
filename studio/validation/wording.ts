import type { StoredDocument } from '#studio/validation/document.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Block, Child } from '#studio/validation/walk.ts'
import { quotedSetting } from '../../app/content/contact-details.ts'
import { quotedFigure } from '../../app/content/money.ts'

type Plans = Pick<PublishedContent, 'plans'>

/** Whether the text of a policy differs from the published version. Keys, links and quoted values don't count. */
export const policyChanged = (policy: StoredDocument, published: StoredDocument): boolean =>
  wordingOf(policy) !== wordingOf(published)

const wordingOf = ({ title, intro, sections }: StoredDocument): string =>
  JSON.stringify([title, intro ?? [], sections ?? []], (name, field) =>
    ['_key', 'markDefs'].includes(name) && !Array.isArray(field) ? undefined : field,
  )

type Consents = { sms?: Block[]; marketing?: Block[]; effectiveDate?: string }
export const consentsOf = (settings: StoredDocument): Consents => (settings.consents ?? {}) as Consents

/** Returns the consents of Settings as visitors read them. A new brand name also changes them. */
export function shownConsents(settings: StoredDocument, plans: Plans): { sms: string; marketing: string } {
  const { sms = [], marketing = [] } = consentsOf(settings)
  const shown = (blocks: Block[]) =>
    resolveQuotes(blocks, plans, settings)
      .map(({ children = [] }) => children.map(({ text }) => text ?? '').join(''))
      .join('\n')
  return { sms: shown(sms), marketing: shown(marketing) }
}

/** Whether the consents as visitors read them differ from the published ones. */
export const consentsChanged = (settings: StoredDocument, published: StoredDocument, plans: Plans): boolean =>
  JSON.stringify(shownConsents(settings, plans)) !== JSON.stringify(shownConsents(published, plans))

/** Replaces the quotes in a text by plain text, so that it never changes. */
export function resolveQuotes(
  blocks: Block[],
  plans: Plans,
  settings: StoredDocument | null | undefined,
): Block[] {
  return blocks.map((block) => ({
    ...block,
    children: (block.children ?? []).map((child) => {
      const text = quotedText(child, plans, settings)
      return text === undefined ? child : { _key: child._key, _type: 'span', text, marks: child.marks ?? [] }
    }),
  }))
}

/** Returns the text that a quote shows; undefined for a span. */
function quotedText(
  child: Child,
  { plans }: Plans,
  settings: StoredDocument | null | undefined,
): string | undefined {
  if (child._type === 'settingReference')
    return quotedSetting((settings ?? {}) as never, (child.setting as 'brand') ?? 'brand')?.text ?? ''
  if (child._type !== 'priceReference') return undefined
  const plan = plans.find(({ _id }) => _id === (child.plan as { _ref?: string } | undefined)?._ref)
  const unavailable = (settings?.planWords as { unavailable?: string } | undefined)?.unavailable ?? ''
  return (plan && quotedFigure(plan, (child.show as 'price') ?? 'price')) ?? unavailable
}
