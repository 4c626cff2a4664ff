import { getPublishedId } from '@sanity/client/csm'
import { type SanityClient, type ValidationMarker, validateDocument, type Workspace } from 'sanity'
import type { StoredDocument } from '#studio/validation/document.ts'
import { EARLIER_VERSIONS } from '#studio/validation/document-kinds.ts'
import { type PublishedContent, raw, readContent } from '#studio/validation/published-content.ts'
import { nameOf } from '#studio/validation/references.ts'
import type { Rule, RuleFinding } from '#studio/validation/rule.ts'
import { findingsOf } from '#studio/validation/rules.ts'

/** A document, or its draft if there is one, with the findings in it. */
export type Checked = { document: StoredDocument; id: string; hasDraft: boolean; findings: RuleFinding[] }
export type Checks = { content: PublishedContent; checked: Checked[] }

/** Represents the validation of the schema's fields as a rule. */
export const FIELDS: Rule = {
  name: 'fields',
  title: 'Fields that cannot be published like this',
  help: 'A field is empty that has to be filled in, or it holds another kind of value than the site expects, usually after an import. Open the document and correct the field that the form marks.',
  level: 'error',
  check: () => [],
}

const DOCUMENTS_QUERY =
  '*[!(_id in path("_.**")) && !(_id in path("versions.**")) && !(_type match "sanity.*") && !(_type match "system.*")]'
/** Publishing these types needs a date, so a fix stays a draft until the editor publishes it. */
const DATED = ['policy', 'siteSettings']

export async function collectChecks(client: SanityClient): Promise<Checks> {
  const [content, documents] = await Promise.all([
    readContent(client, { fresh: true }),
    raw(client).fetch<StoredDocument[]>(DOCUMENTS_QUERY),
  ])
  const byId = new Map(documents.map((document) => [document._id, document]))
  const checked = documents.flatMap((document): Checked[] => {
    const id = getPublishedId(document._id)
    const hasDraft = byId.has(`drafts.${id}`)
    if (EARLIER_VERSIONS.includes(document._type) || (hasDraft && document._id === id)) return []
    return [{ document, id, hasDraft, findings: findingsOf(document, { content, published: byId.get(id) }) }]
  })
  return { content, checked: checked.sort((a, b) => a.id.localeCompare(b.id)) }
}

/** Adds the validation errors of fields, one per place. This takes longer, because Sanity validates every document. */
export async function withFieldErrors(checks: Checks, workspace: Workspace): Promise<Checks> {
  const withErrors = async (checked: Checked): Promise<Checked> => {
    const messages = new Set(checked.findings.map(({ message }) => message))
    const errors = (await fieldErrors(checked.document, workspace)).filter(
      ({ message }) => !messages.has(message),
    )
    const byPlace = Map.groupBy(errors, ({ path }) => JSON.stringify(path))
    const fieldFindings = [...byPlace.values()].map(([error]) => ({
      path: error!.path as RuleFinding['path'],
      message: error!.message,
      rule: FIELDS,
      isNew: false,
    }))
    return { ...checked, findings: [...checked.findings, ...fieldFindings] }
  }
  return { ...checks, checked: await Promise.all(checks.checked.map(withErrors)) }
}

/** Cached errors per document; a changed document is validated again. */
const validations = new Map<string, { revision: unknown; errors: Promise<ValidationMarker[]> }>()

function fieldErrors(document: StoredDocument, workspace: Workspace): Promise<ValidationMarker[]> {
  const cached = validations.get(document._id)
  if (cached && cached.revision === document._rev) return cached.errors
  const errors = validateDocument({ document: document as never, workspace, environment: 'studio' }).then(
    (markers) => markers.filter(({ level }) => level === 'error'),
  )
  validations.set(document._id, { revision: document._rev, errors })
  errors.catch(() => validations.delete(document._id))
  return errors
}

/** Whether a fix is published at once: the document has no draft, and Publish would not ask for a date. */
export const publishesAtOnce = ({ document, hasDraft }: Checked): boolean =>
  !hasDraft && !DATED.includes(document._type)

/** Saves the fields that a fix has changed. Rejects if somebody has changed the document since it was checked. */
export async function saveFixed(
  client: SanityClient,
  checked: Checked,
  after: StoredDocument,
): Promise<void> {
  const { document: before, id } = checked
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return
  const current = await raw(client).getDocument(before._id)
  if (current?._rev !== before._rev)
    throw new Error(`Somebody has changed “${nameOf(before)}” meanwhile. Check it again.`)
  const draftId = `drafts.${id}`
  await client.action([
    {
      actionType: 'sanity.action.document.edit',
      draftId,
      publishedId: id,
      patch: { set: Object.fromEntries(changed) },
    },
    ...(publishesAtOnce(checked)
      ? [{ actionType: 'sanity.action.document.publish' as const, draftId, publishedId: id }]
      : []),
  ])
}
