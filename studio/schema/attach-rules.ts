import { getVersionFromId } from '@sanity/client/csm'
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
import { EARLIER_VERSIONS } from '#studio/validation/document-kinds.ts'
import { readContext } from '#studio/validation/published-content.ts'
import { findingsOf, levelOf } from '#studio/validation/rules.ts'

const LEVELS = ['error', 'warning', 'info'] as const
type Message = { level: (typeof LEVELS)[number]; message: string; path: Path }

const OFFLINE: Message = {
  level: 'info',
  message: 'Not checked: the content could not be reached. The next change checks it again.',
  path: [],
}

/** Cached per revision, because Sanity asks for errors, warnings and infos separately. */
const cachedMessages = new WeakMap<object, Promise<Message[]>>()

function messagesFor(document: StoredDocument, client: SanityClient): Promise<Message[]> {
  // Without a connection, a document can still be published.
  const messages = cachedMessages.get(document) ?? check(document, client).catch(() => [OFFLINE])
  cachedMessages.set(document, messages)
  return messages
}

async function check(document: StoredDocument, client: SanityClient): Promise<Message[]> {
  const context = await readContext(client, document._id)
  return findingsOf(document, context).map((finding) => ({
    level: levelOf(finding, document),
    message: finding.message,
    path: finding.path as Path,
  }))
}

/** Findings that the editor has confirmed, so that they don't block a release (publish/acknowledgements.tsx). */
const acknowledged = (groups: DocumentDefinition['groups']) =>
  defineField({
    name: 'acknowledged',
    title: 'Confirmed for this release',
    type: 'array',
    of: [{ type: 'string' }],
    hidden: ({ document }) => getVersionFromId(String(document?._id)) === undefined,
    ...(groups && { group: groups.map(({ name }) => name) }),
  })

/** Adds the rules to the validation of a document type. */
export function withRules<T extends SchemaTypeDefinition>(type: T): T {
  if (type.type !== 'document' || EARLIER_VERSIONS.includes(type.name)) return type
  const { fields, groups, validation } = type as unknown as DocumentDefinition
  return {
    ...type,
    fields: [acknowledged(groups), ...fields],
    validation: ((rule, context) => [
      ...(typeof validation === 'function' ? [validation(rule, context)].flat() : []),
      ...LEVELS.map((level) => rule.custom(messagesAt(level))[level]()),
    ]) as DocumentDefinition['validation'],
  }
}

const messagesAt =
  (level: Message['level']) =>
  async (value: unknown, { getClient }: ValidationContext): Promise<CustomValidatorResult> => {
    if (!value) return true
    const messages = await messagesFor(value as StoredDocument, getClient({ apiVersion: API_VERSION }))
    const found = messages.filter((one) => one.level === level)
    return found.length === 0 || found.map(({ message, path }) => ({ message, path }))
  }
