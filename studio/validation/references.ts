import type { Path, StoredDocument } from '#studio/validation/document.ts'
import { slugOf } from '#studio/validation/published-content.ts'
import { textOf } from '#studio/validation/text-of.ts'
import { walk } from '#studio/validation/walk.ts'

/** A reference in a document: `quote` (a figure in a text), `menu` (the navigation) or `link` (all others). */
export type ReferencePlace = { document: StoredDocument; kind: 'quote' | 'menu' | 'link' }

/** Finds the references to `id` in these documents. */
export const placesOf = (id: string, documents: StoredDocument[]): ReferencePlace[] =>
  documents.flatMap((document) =>
    [...walk(document)].flatMap(({ kind, path, value }) =>
      kind === 'object' && value._ref === id ? [{ document, kind: kindAt(document, path) }] : [],
    ),
  )

const MENU_FIELDS = ['headerNav', 'headerButton', 'footerGroups']

function kindAt({ _type }: StoredDocument, path: Path): ReferencePlace['kind'] {
  if (path.at(-1) === 'plan') return 'quote'
  return _type === 'siteSettings' && MENU_FIELDS.includes(String(path[0])) ? 'menu' : 'link'
}

export const nameOf = (document: StoredDocument): string =>
  document._type === 'siteSettings'
    ? 'Settings'
    : ([document.title, document.question, document.name, document.from, slugOf(document)]
        .map(textOf)
        .find(Boolean) ?? 'Untitled')

const KINDS: Record<string, string> = {
  faqItem: 'FAQ item',
  siteSettings: 'Settings',
  policyVersion: 'Earlier policy text',
  consentVersion: 'Earlier consent wording',
}
export const kindOf = ({ _type }: { _type: string }): string =>
  KINDS[_type] ?? _type.charAt(0).toUpperCase() + _type.slice(1)

/** Describes the consequence for a reference if its document is no longer published. */
export const consequenceOf = ({ kind, document }: ReferencePlace): string => {
  if (kind === 'quote') return 'This text would say that the plan is not on sale.'
  if (document._type === 'redirect') return 'This redirect would lead nowhere.'
  return kind === 'menu' ? 'The menu would lose this entry.' : 'Visitors would not see this link.'
}
