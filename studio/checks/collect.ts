import { getPublishedId } from '@sanity/client/csm'
import type { SanityClient, Schema } from 'sanity'
import type { Finding } from '#studio/guards/rule.ts'
import { findingsOf } from '#studio/guards/rules.ts'
import { mended, withFix } from '#studio/guards/typed-amounts.ts'
import { wrongTypes } from '#studio/guards/wrong-types.ts'
import { type PublishedContent, raw, readContent } from '#studio/validation/published-content.ts'
import { nameOf } from '#studio/validation/references.ts'
import type { Fix, StoredDocument } from '#studio/validation/rule.ts'

/** A document with what the guards say of it. Where there is a draft, that is what editors work on. */
export type Checked = { document: StoredDocument; id: string; hasDraft: boolean; findings: Finding[] }
/** The rule of documents that no other could be asked of. */
const UNREADABLE = 'unreadable'
export type Checks = { dataset: PublishedContent; checked: Checked[] }

const CHECKED =
  '*[!(_id in path("_.**")) && !(_id in path("versions.**")) && !(_type match "sanity.*") && !(_type match "system.*")]'
/** Changing them asks for a date: a mended text of these stays a draft until it is published there. */
const DATED = ['policy', 'siteSettings']

/** Looks at every document of the dataset. */
export async function collectChecks(client: SanityClient, schema: Schema): Promise<Checks> {
  const [dataset, documents]: [PublishedContent, StoredDocument[]] = await Promise.all([
    readContent(client, { fresh: true }),
    raw(client).fetch(CHECKED),
  ])
  return { dataset, checked: checkAll(documents, dataset, schema) }
}

function checkAll(documents: StoredDocument[], dataset: PublishedContent, schema: Schema): Checked[] {
  const drafts = new Set<string>(
    documents.filter(({ _id }) => _id.startsWith('drafts.')).map(({ _id }) => getPublishedId(_id)),
  )
  return documents
    .filter(({ _id }) => _id.startsWith('drafts.') || !drafts.has(_id))
    .map((document) => {
      const id = getPublishedId(document._id)
      return { document, id, hasDraft: drafts.has(id), findings: foundIn(document, dataset, schema) }
    })
    .filter(({ findings }) => findings.length > 0)
    .sort((a, b) => a.id.localeCompare(b.id))
}

/** One document that the guards can't make sense of, as imports leave them, does not take the others' findings away. */
function foundIn(document: StoredDocument, dataset: PublishedContent, schema: Schema): Finding[] {
  const wrong = wrongTypes(document, schema)
  try {
    return [...wrong, ...findingsOf(document, dataset)]
  } catch {
    if (wrong.length > 0) return wrong // once they are right, the guards can tell the rest
    return [
      {
        rule: UNREADABLE,
        path: [],
        message: 'Fields of this have another form than the site knows: open it.',
      },
    ]
  }
}

/** Mending is published at once where nothing else waits to be, and where publishing asks nothing. */
export const publishesAtOnce = ({ document, hasDraft }: Checked): boolean =>
  !hasDraft && !DATED.includes(document._type)

export const mendOne = (client: SanityClient, checked: Checked, fix: Fix): Promise<void> =>
  store(client, checked, withFix(checked.document, fix))

export const mendAll = (client: SanityClient, checked: Checked, dataset: PublishedContent): Promise<void> =>
  store(client, checked, mended(checked.document, dataset))

/** Writes the fields that differ; what somebody else changed meanwhile is not overwritten. Throws where that happened. */
async function store(client: SanityClient, checked: Checked, after: StoredDocument): Promise<void> {
  const { document: before, id } = checked
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return
  const current = await raw(client).getDocument(before._id)
  // One press may mend many documents.
  if (current?._rev !== before._rev)
    throw new Error(`Somebody changed “${nameOf(before)}” meanwhile: look again.`)
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
