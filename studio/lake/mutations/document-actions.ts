import {
  type Document,
  idError,
  isDraftId,
  isPublishedId,
  lockReason,
  publishedId,
} from '../documents/document-ids.ts'
import {
  type Action,
  type ActionContext,
  type Fields,
  type Mutation,
  patchesOf,
  publishing,
  unpublishing,
  withoutSystem,
} from './action-mutations.ts'

/** `sanity.action.document.*` */
export const DOCUMENT_ACTIONS: Record<string, Action> = {
  create: {
    fields: ['publishedId', 'attributes', 'ifExists'],
    translate(action, context) {
      const attributes = documentOf(action.attributes, 'attributes', context)
      versionOf(attributes._id, 'attributes._id', action.publishedId, context)
      if (action.ifExists !== undefined && action.ifExists !== 'fail' && action.ifExists !== 'ignore')
        throw context.fail(400, 'ifExists must be "fail" or "ignore"')
      if (context.get(attributes._id)) {
        if (action.ifExists === 'ignore') return []
        throw context.fail(409, `Document by ID "${attributes._id}" already exists`)
      }
      if (isDraftId(attributes._id) && context.get(publishedId(attributes._id)))
        throw context.fail(
          409,
          `There is already a published document with the ID "${publishedId(attributes._id)}"`,
        )
      return [{ create: attributes }]
    },
  },
  edit: {
    fields: ['draftId', 'versionId', 'publishedId', 'patch'],
    translate(action, context) {
      const { version, published } = pairOf(action, context)
      const base = context.get(published)
      if (!context.get(version) && !base)
        throw context.fail(404, `Neither "${version}" nor "${published}" exists`)
      const copy = context.get(version) ? [] : [{ create: { ...withoutSystem(base!), _id: version } }]
      return [...copy, ...patchesOf(action.patch, version, context)]
    },
  },
  replaceDraft: {
    fields: ['publishedId', 'attributes'],
    translate(action, context) {
      const attributes = documentOf(action.attributes, 'attributes', context)
      if (!isDraftId(attributes._id))
        throw context.fail(400, `attributes._id ${JSON.stringify(attributes._id)} must be a draft ID`)
      versionOf(attributes._id, 'attributes._id', action.publishedId, context)
      if (!context.get(attributes._id) && !context.get(String(action.publishedId)))
        throw context.fail(404, `Neither "${attributes._id}" nor "${action.publishedId}" exists`)
      return [{ createOrReplace: attributes }]
    },
  },
  publish: {
    fields: [
      'draftId',
      'versionId',
      'publishedId',
      'ifDraftRevisionId',
      'ifVersionRevisionId',
      'ifPublishedRevisionId',
    ],
    translate(action, context) {
      const { version, published } = pairOf(action, context)
      const source = existing(version, context, 'Draft document')
      const target = context.get(published)
      expectRevision(action.ifDraftRevisionId ?? action.ifVersionRevisionId, version, source, context)
      expectRevision(action.ifPublishedRevisionId, published, target, context)
      return publishing(source, target, published)
    },
  },
  unpublish: {
    fields: ['draftId', 'versionId', 'publishedId'],
    translate(action, context): Mutation[] {
      const { version, published } = pairOf(action, context)
      return unpublishing(existing(published, context, 'Published document'), version)
    },
  },
  discard: {
    fields: ['draftId', 'versionId', 'purge'],
    translate: discarding,
  },
  delete: {
    fields: ['publishedId', 'includeDrafts', 'includeVersions', 'purge'],
    translate(action, context) {
      const id = publishedOf(action, context)
      const named = [action.includeDrafts ?? [], action.includeVersions ?? []].flat()
      for (const other of named) versionOf(other, 'includeDrafts', id, context)
      existing(id, context, 'Published document')
      const left = [...context.all()].find(
        (doc) => !isPublishedId(doc._id) && publishedId(doc._id) === id && !named.includes(doc._id),
      )
      if (left)
        throw context.fail(
          409,
          `Document "${id}" has a version "${left._id}" that is not included in the deletion`,
        )
      return [id, ...(named as string[])].map((id) => ({ delete: { id } }))
    },
  },
  'version.create': {
    // @sanity/client names the field `document`, the SDK `attributes`.
    fields: ['publishedId', 'document', 'attributes', 'baseId', 'versionId', 'ifBaseRevisionId'],
    translate(action, context) {
      const key = action.attributes === undefined ? 'document' : 'attributes'
      const document = action[key] === undefined ? undefined : documentOf(action[key], key, context)
      const version = versionOf(
        document ? document._id : action.versionId,
        document ? `${key}._id` : 'versionId',
        action.publishedId,
        context,
      )
      if (context.get(version)) throw context.fail(409, `Document by ID "${version}" already exists`)
      if (document) return [{ create: document }]
      const baseId = validId(action.baseId, 'baseId', context)
      const base = existing(baseId, context)
      expectRevision(action.ifBaseRevisionId, baseId, base, context)
      // The Studio reads the history up to `rev`. https://github.com/sanity-io/client/pull/1108
      const from = { id: baseId, rev: base._rev }
      return [{ create: { ...withoutSystem(base), _id: version, _system: { base: from } } }]
    },
  },
  'version.discard': {
    fields: ['versionId', 'purge'],
    translate: discarding,
  },
  'version.replace': {
    fields: ['document'],
    translate(action, context) {
      const document = documentOf(action.document, 'document', context)
      versionOf(document._id, 'document._id', undefined, context)
      existing(document._id, context)
      return [{ createOrReplace: document }]
    },
  },
  'version.unpublish': {
    fields: ['versionId', 'publishedId'],
    translate(action, context) {
      const { version, published } = pairOf(action, context)
      const known = context.get(version)
      if (known)
        return [{ patch: { id: version, set: { _system: { ...(known._system as Fields), delete: true } } } }]
      const doc = existing(published, context, 'Published document')
      return [{ create: { ...withoutSystem(doc), _id: version, _system: { delete: true } } }]
    },
  },
}

function discarding(action: Fields, context: ActionContext): Mutation[] {
  const id = versionOf(action.versionId ?? action.draftId, 'versionId', undefined, context)
  existing(id, context)
  return [{ delete: { id } }]
}

function existing(id: string, context: ActionContext, kind = 'Document'): Document {
  const doc = context.get(id)
  if (!doc) throw context.fail(404, `${kind} "${id}" was not found`)
  return doc
}

function expectRevision(expected: unknown, id: string, doc: Document | undefined, context: ActionContext) {
  if (expected && expected !== doc?._rev)
    throw context.fail(
      409,
      `Document "${id}" has unexpected revision ID ("${doc?._rev ?? ''}"), expected "${expected}"`,
    )
}

function validId(id: unknown, key: string, context: ActionContext): string {
  const fault = idError(id)
  if (fault) throw context.fail(400, `${key}: ${fault}`)
  return id as string
}

function assertUnlocked(id: string, context: ActionContext): string {
  const lock = lockReason(id, context.get)
  if (lock) throw context.fail(409, lock)
  return id
}

function publishedOf(action: Fields, context: ActionContext): string {
  const id = validId(action.publishedId, 'publishedId', context)
  if (!isPublishedId(id)) throw context.fail(400, `publishedId ${JSON.stringify(id)} must be a published ID`)
  return assertUnlocked(id, context)
}

/** The ids of an action on a draft or version. Older clients use `draftId` for both. */
function pairOf(action: Fields, context: ActionContext): { version: string; published: string } {
  const published = publishedOf(action, context)
  const key = action.versionId === undefined ? 'draftId' : 'versionId'
  return { published, version: versionOf(action[key], key, published, context) }
}

/** Throws unless the id is an unlocked draft or version of the published id. */
function versionOf(given: unknown, key: string, published: unknown, context: ActionContext): string {
  const id = validId(given, key, context)
  if (isPublishedId(id)) throw context.fail(400, `${key} ${JSON.stringify(id)} must be a draft or version ID`)
  if (published !== undefined && publishedId(id) !== published)
    throw context.fail(
      400,
      `${key} ${JSON.stringify(id)} must be a draft or version of ${JSON.stringify(published)}`,
    )
  return assertUnlocked(id, context)
}

function documentOf(value: unknown, key: string, context: ActionContext): Fields & { _id: string } {
  const doc = value as Fields | undefined
  if (!doc || typeof doc._id !== 'string' || typeof doc._type !== 'string')
    throw context.fail(400, `${key} must be a document with _id and _type`)
  return doc as Fields & { _id: string }
}
