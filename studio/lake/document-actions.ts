import {
  type Action,
  type Fields,
  type Look,
  type Mutation,
  patchesOf,
  publishing,
  unpublishing,
  withoutSystem,
} from '#studio/lake/action.ts'
import {
  type Document,
  faultOfId,
  isDraftId,
  isPublishedId,
  lockOf,
  publishedId,
} from '#studio/lake/document-ids.ts'

/** `sanity.action.document.*` */
export const DOCUMENT_ACTIONS: Record<string, Action> = {
  create: {
    fields: ['publishedId', 'attributes', 'ifExists'],
    translate(action, look) {
      const attributes = documentOf(action.attributes, 'attributes', look)
      versionOf(attributes._id, 'attributes._id', action.publishedId, look)
      if (action.ifExists !== undefined && action.ifExists !== 'fail' && action.ifExists !== 'ignore')
        throw look.fail(400, 'ifExists must be "fail" or "ignore"')
      if (look.get(attributes._id)) {
        if (action.ifExists === 'ignore') return []
        throw look.fail(409, `Document by ID "${attributes._id}" already exists`)
      }
      if (isDraftId(attributes._id) && look.get(publishedId(attributes._id)))
        throw look.fail(
          409,
          `There is already a published document with the ID "${publishedId(attributes._id)}"`,
        )
      return [{ create: attributes }]
    },
  },
  edit: {
    fields: ['draftId', 'versionId', 'publishedId', 'patch'],
    translate(action, look) {
      const { version, published } = pairOf(action, look)
      const base = look.get(published)
      if (!look.get(version) && !base) throw look.fail(404, `Neither "${version}" nor "${published}" exists`)
      const copy = look.get(version) ? [] : [{ create: { ...withoutSystem(base!), _id: version } }]
      return [...copy, ...patchesOf(action.patch, version, look)]
    },
  },
  replaceDraft: {
    fields: ['publishedId', 'attributes'],
    translate(action, look) {
      const attributes = documentOf(action.attributes, 'attributes', look)
      if (!isDraftId(attributes._id))
        throw look.fail(400, `attributes._id ${JSON.stringify(attributes._id)} must be a draft ID`)
      versionOf(attributes._id, 'attributes._id', action.publishedId, look)
      if (!look.get(attributes._id) && !look.get(String(action.publishedId)))
        throw look.fail(404, `Neither "${attributes._id}" nor "${action.publishedId}" exists`)
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
    translate(action, look) {
      const { version, published } = pairOf(action, look)
      const source = look.get(version),
        target = look.get(published)
      if (!source) throw look.fail(404, `Draft document "${version}" was not found`)
      expectRevision(action.ifDraftRevisionId ?? action.ifVersionRevisionId, version, source, look)
      expectRevision(action.ifPublishedRevisionId, published, target, look)
      return publishing(source, target, published)
    },
  },
  unpublish: {
    fields: ['draftId', 'versionId', 'publishedId'],
    translate(action, look): Mutation[] {
      const { version, published } = pairOf(action, look)
      const doc = look.get(published)
      if (!doc) throw look.fail(404, `Published document "${published}" was not found`)
      return unpublishing(doc, version)
    },
  },
  discard: {
    fields: ['draftId', 'versionId', 'purge'],
    translate: discarding,
  },
  delete: {
    fields: ['publishedId', 'includeDrafts', 'includeVersions', 'purge'],
    translate(action, look) {
      const id = publishedOf(action, look)
      const named = [action.includeDrafts ?? [], action.includeVersions ?? []].flat()
      for (const other of named) versionOf(other, 'includeDrafts', id, look)
      if (!look.get(id)) throw look.fail(404, `Published document "${id}" was not found`)
      const left = [...look.all()].find(
        (doc) => !isPublishedId(doc._id) && publishedId(doc._id) === id && !named.includes(doc._id),
      )
      if (left)
        throw look.fail(
          409,
          `Document "${id}" has a version "${left._id}" that is not included in the deletion`,
        )
      return [id, ...(named as string[])].map((id) => ({ delete: { id } }))
    },
  },
  'version.create': {
    // @sanity/client names the field `document`, the SDK `attributes`.
    fields: ['publishedId', 'document', 'attributes', 'baseId', 'versionId', 'ifBaseRevisionId'],
    translate(action, look) {
      const key = action.attributes === undefined ? 'document' : 'attributes'
      const document = action[key] === undefined ? undefined : documentOf(action[key], key, look)
      const version = versionOf(
        document ? document._id : action.versionId,
        document ? `${key}._id` : 'versionId',
        action.publishedId,
        look,
      )
      if (look.get(version)) throw look.fail(409, `Document by ID "${version}" already exists`)
      if (document) return [{ create: document }]
      const baseId = idOf(action, 'baseId', look),
        base = look.get(baseId)
      if (!base) throw look.fail(404, `Document "${baseId}" was not found`)
      expectRevision(action.ifBaseRevisionId, baseId, base, look)
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
    translate(action, look) {
      const document = documentOf(action.document, 'document', look)
      versionOf(document._id, 'document._id', undefined, look)
      if (!look.get(document._id)) throw look.fail(404, `Document "${document._id}" was not found`)
      return [{ createOrReplace: document }]
    },
  },
  'version.unpublish': {
    fields: ['versionId', 'publishedId'],
    translate(action, look) {
      const { version, published } = pairOf(action, look)
      const existing = look.get(version),
        doc = look.get(published)
      if (existing)
        return [
          { patch: { id: version, set: { _system: { ...(existing._system as Fields), delete: true } } } },
        ]
      if (!doc) throw look.fail(404, `Published document "${published}" was not found`)
      return [{ create: { ...withoutSystem(doc), _id: version, _system: { delete: true } } }]
    },
  },
}

function discarding(action: Fields, look: Look): Mutation[] {
  const id = versionOf(action.versionId ?? action.draftId, 'versionId', undefined, look)
  if (!look.get(id)) throw look.fail(404, `Document "${id}" was not found`)
  return [{ delete: { id } }]
}

function expectRevision(expected: unknown, id: string, doc: Document | undefined, look: Look) {
  if (expected && expected !== doc?._rev)
    throw look.fail(
      409,
      `Document "${id}" has unexpected revision ID ("${doc?._rev ?? ''}"), expected "${expected}"`,
    )
}

function idOf(action: Fields, key: string, look: Look): string {
  const id = action[key],
    fault = faultOfId(id)
  if (fault) throw look.fail(400, `${key}: ${fault}`)
  return id as string
}

function publishedOf(action: Fields, look: Look): string {
  const id = idOf(action, 'publishedId', look)
  if (!isPublishedId(id)) throw look.fail(400, `publishedId ${JSON.stringify(id)} must be a published ID`)
  return id
}

/** The ids of an action on a draft or version. Older clients use `draftId` for both. */
function pairOf(action: Fields, look: Look): { version: string; published: string } {
  const published = publishedOf(action, look)
  const key = action.versionId === undefined ? 'draftId' : 'versionId'
  return { published, version: versionOf(action[key], key, published, look) }
}

/** Throws unless the id is an unlocked draft or version of the published id. */
function versionOf(id: unknown, key: string, published: unknown, look: Look): string {
  const fault = faultOfId(id)
  if (fault) throw look.fail(400, `${key}: ${fault}`)
  if (isPublishedId(id as string))
    throw look.fail(400, `${key} ${JSON.stringify(id)} must be a draft or version ID`)
  if (published !== undefined && publishedId(id as string) !== published)
    throw look.fail(
      400,
      `${key} ${JSON.stringify(id)} must be a draft or version of ${JSON.stringify(published)}`,
    )
  const lock = lockOf(id as string, look.get)
  if (lock) throw look.fail(409, lock)
  return id as string
}

function documentOf(value: unknown, key: string, look: Look): Fields & { _id: string } {
  const doc = value as Fields | undefined
  if (!doc || typeof doc._id !== 'string' || typeof doc._type !== 'string')
    throw look.fail(400, `${key} must be a document with _id and _type`)
  return doc as Fields & { _id: string }
}
