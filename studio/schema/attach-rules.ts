import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import {
  type CustomValidatorResult,
  type DocumentDefinition,
  defineField,
  type Path,
  type SanityClient,
  type SchemaTypeDefinition,
  type ValidationContext,
} from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { KEPT_VERSIONS } from '#studio/validation/document-kinds.ts'
import { contentFor, KEEP_MS } from '#studio/validation/published-content.ts'
import { findingsOf, levelOf, newSince, RULES } from '#studio/validation/rules.ts'

const LEVELS = ['error', 'warning', 'info'] as const
type Message = { level: (typeof LEVELS)[number]; message: string; path: Path }

const OFFLINE: Message = {
  level: 'info',
  message: 'Not checked: the content could not be reached. It is checked again with the next change.',
  path: [],
}

/** The messages of one revision: Sanity asks for errors, warnings and infos separately. */
const checks = new WeakMap<object, { at: number; messages: Promise<Message[]> }>()

function messagesFor(document: StoredDocument, client: SanityClient): Promise<Message[]> {
  const known = checks.get(document)
  if (known && Date.now() - known.at < KEEP_MS) return known.messages
  // Without a connection a document can still be published: being offline is no fault of it.
  const messages = check(document, client).catch(() => [OFFLINE])
  checks.set(document, { at: Date.now(), messages })
  return messages
}

async function check(document: StoredDocument, client: SanityClient): Promise<Message[]> {
  const [content, published] = await Promise.all([
    contentFor(client, document._id),
    publishedOf(document, client),
  ])
  const context = { content, published }
  const isNew = newSince(context)
  return findingsOf(document, context).map((finding) => ({
    level: levelOf(finding, document, isNew(finding)),
    message: finding.message,
    path: finding.path as Path,
  }))
}

/** The published version of a document. */
async function publishedOf(
  { _id }: StoredDocument,
  client: SanityClient,
): Promise<StoredDocument | undefined> {
  const published = client.withConfig({ perspective: 'published' })
  const id = getPublishedId(_id)
  return (await published.fetch<StoredDocument | null>('*[_id == $id][0]', { id })) ?? undefined
}

/** Where an editor confirms what a release would otherwise be held back for (studio/publish). */
const acknowledged = (groups: DocumentDefinition['groups']) =>
  defineField({
    name: 'acknowledged',
    title: 'Confirmed for this release',
    type: 'array',
    of: [{ type: 'string' }],
    hidden: ({ document }) => getVersionFromId(String(document?._id)) === undefined,
    ...(groups && { group: groups.map(({ name }) => name) }),
  })

/** Puts the rules on a document type, beside its own validation. */
export function withRules<T extends SchemaTypeDefinition>(type: T): T {
  if (type.type !== 'document' || KEPT_VERSIONS.includes(type.name)) return type
  const { fields, groups, validation } = type as unknown as DocumentDefinition
  const rules = RULES.filter(({ types }) => types?.includes(type.name) ?? true)
  return {
    ...type,
    fields: rules.some(({ blocksReleases }) => blocksReleases) ? [acknowledged(groups), ...fields] : fields,
    validation: ((rule, context) => [
      ...(typeof validation === 'function' ? [validation(rule, context)].flat() : []),
      ...LEVELS.map((level) => rule.custom(saysAt(level))[level]()),
    ]) as DocumentDefinition['validation'],
  }
}

const saysAt =
  (level: Message['level']) =>
  async (value: unknown, { getClient }: ValidationContext): Promise<CustomValidatorResult> => {
    if (!value) return true
    const messages = await messagesFor(value as StoredDocument, getClient({ apiVersion: API_VERSION }))
    const found = messages.filter((one) => one.level === level)
    return found.length === 0 || found.map(({ message, path }) => ({ message, path }))
  }
