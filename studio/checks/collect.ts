import { getPublishedId } from '@sanity/client/csm'
import { type SanityClient, type ValidationMarker, validateDocument, type Workspace } from 'sanity'
import { KEPT_VERSIONS } from '#studio/schema/document-kinds.ts'
import { type PublishedContent, raw, readContent } from '#studio/validation/published-content.ts'
import { nameOf } from '#studio/validation/references.ts'
import type { Fix, Rule, RuleFinding, StoredDocument } from '#studio/validation/rule.ts'
import { findingsOf } from '#studio/validation/rules.ts'
import { withAllFixes, withFix } from '#studio/validation/typed-amounts.ts'

/** A document with what is wrong in it. If there is a draft, that is what editors work on. */
export type Checked = { document: StoredDocument; id: string; hasDraft: boolean; findings: RuleFinding[] }
export type Checks = { content: PublishedContent; checked: Checked[] }

/** What the fields of the schema demand. */
export const FIELDS: Rule = {
  name: 'fields',
  title: 'Fields that cannot be published like this',
  help: 'A field is empty that has to be filled in, or it holds another kind of value than the site expects, usually after an import. Open the document and correct the field that the form marks.',
  level: 'error',
  check: () => [],
}

const CHECKED =
  '*[!(_id in path("_.**")) && !(_id in path("versions.**")) && !(_type match "sanity.*") && !(_type match "system.*")]'
/** A new text of these needs a date: with a fix they stay drafts until they are published in their form. */
const DATED = ['policy', 'siteSettings']

/** Checks every document of the dataset, as its form does. */
export async function collectChecks(client: SanityClient, workspace: Workspace): Promise<Checks> {
  const [content, documents] = await Promise.all([
    readContent(client, { fresh: true }),
    raw(client).fetch<StoredDocument[]>(CHECKED),
  ])
  const byId = new Map(documents.map((document) => [document._id, document]))
  const checked: Checked[] = []
  for (const document of documents) {
    const id = getPublishedId(document._id)
    const hasDraft = byId.has(`drafts.${id}`)
    if (KEPT_VERSIONS.includes(document._type) || (hasDraft && document._id === id)) continue
    const ofRules = findingsOf(document, { content, published: byId.get(id) })
    const said = new Set(ofRules.map(({ message }) => message))
    const ofFields = (await fieldErrors(document, workspace))
      .filter(({ message }) => !said.has(message))
      .map(({ path, message }) => ({ path: path as RuleFinding['path'], message, rule: FIELDS }))
    checked.push({ document, id, hasDraft, findings: [...ofRules, ...ofFields] })
  }
  return {
    content,
    checked: checked.filter(({ findings }) => findings.length > 0).sort((a, b) => a.id.localeCompare(b.id)),
  }
}

/** The errors of each revision: a document is validated again only when it has changed. */
const known = new Map<string, { revision: unknown; errors: ValidationMarker[] }>()

async function fieldErrors(document: StoredDocument, workspace: Workspace): Promise<ValidationMarker[]> {
  const before = known.get(document._id)
  if (before && before.revision === document._rev) return before.errors
  const markers = await validateDocument({ document: document as never, workspace, environment: 'studio' })
  const errors = markers.filter(({ level }) => level === 'error')
  known.set(document._id, { revision: document._rev, errors })
  return errors
}

/** Whether a fix is published at once: nothing else waits to be published, and Publish would ask nothing. */
export const publishesAtOnce = ({ document, hasDraft }: Checked): boolean =>
  !hasDraft && !DATED.includes(document._type)

export const applyFix = (client: SanityClient, checked: Checked, fix: Fix): Promise<void> =>
  store(client, checked, withFix(checked.document, fix))

/** Quotes every amount of a document for which there is only one plan. */
export const applyAllFixes = (
  client: SanityClient,
  checked: Checked,
  content: PublishedContent,
): Promise<void> => store(client, checked, withAllFixes(checked.document, content))

/** Writes the fields that differ. Rejects when somebody has changed the document since it was checked. */
async function store(client: SanityClient, checked: Checked, after: StoredDocument): Promise<void> {
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
