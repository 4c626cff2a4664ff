import { getPublishedId } from '@sanity/client/csm'
import type { CustomValidator, Path, SanityClient, SchemaTypeDefinition } from 'sanity'
import { staleAlt } from '#studio/guards/structure-rules.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { datasetWith } from '#studio/validation/published-content.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { warningsOf } from '#studio/validation/rules.ts'

const UNREACHED = 'There was no connection, so nobody has looked at this as Checks do.'
const UNREAD =
  'Fields of this have another form than the site knows, as imports leave them. Checks names them.'

/** Says in the form, at each place, what the guards have found. */
const guarded: CustomValidator = async (value, { getClient }) => {
  if (!value) return true
  const document = value as StoredDocument
  const client = getClient({ apiVersion: API_VERSION })
  const known = await Promise.all([datasetWith(client, document._id), publishedOf(document, client)]).catch(
    () => null,
  )
  // No fault of the document: as an error it would keep it from being published, also with the network there again.
  if (!known) return UNREACHED
  const [dataset, published] = known
  try {
    const findings = [...warningsOf(document, dataset), ...(published ? staleAlt(document, published) : [])]
    return findings.length === 0 || findings.map(({ message, path }) => ({ message, path: path as Path }))
  } catch {
    return UNREAD // what is thrown here is an error to the Studio, which shuts Publish
  }
}

/** What visitors have of a draft, or of a version in a release. */
async function publishedOf({ _id }: StoredDocument, client: SanityClient): Promise<StoredDocument | null> {
  const id = getPublishedId(_id)
  const published = client.withConfig({ perspective: 'published' })
  // A validation’s client has no getDocument that works.
  return id === _id ? null : published.fetch<StoredDocument | null>('*[_id == $id][0]', { id })
}

type Validation = Extract<SchemaTypeDefinition, { type: 'document' }>['validation']

/** Puts the guards on a document type, beside what it says itself. Warnings: they inform, and publishing asks where it matters. */
export function withGuards<T extends { name: string; type: string; validation?: unknown }>(type: T): T {
  if (type.type !== 'document') return type
  const own = type.validation as Validation
  const validation: Validation = (rule) => {
    const before = typeof own === 'function' ? [own(rule, undefined as never)].flat() : []
    return [...before, rule.custom(guarded).warning()] as never
  }
  return { ...type, validation }
}
