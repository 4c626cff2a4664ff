import type { Content } from '#studio/lake/content.ts'
import {
  type Document,
  draftId,
  isDraftId,
  isPublishedId,
  isVersionId,
  publishedId,
  releaseDocumentId,
  releaseOf,
} from '#studio/lake/document-ids.ts'
import { actionError, type LakeError } from '#studio/lake/errors.ts'

type Fields = Record<string, unknown>
type Mutation = Record<string, Fields>
/** `get` sees the documents as the actions before this one leave them. */
type Look = {
  get(id: string): Document | undefined
  all(): Iterable<Document>
  fail(status: number, description: string): LakeError
  now: string
}

/**
 * Translates the actions of `/data/actions` into mutations of one transaction.
 * `preview` gives a document's state after the mutations so far, so that an action sees what those before it did.
 * Throws LakeError with `{error: {type: 'actionError', …}}`: 400 malformed, 404 missing, 409 in conflict.
 * https://www.sanity.io/docs/http-reference/actions
 */
export function mutationsOfActions(
  actions: unknown,
  content: Content,
  preview: (mutations: Mutation[]) => Map<string, Document | null>,
): { mutations: Mutation[]; purge: string[] } {
  if (!Array.isArray(actions) || actions.length === 0)
    throw actionError(400, 0, 'actions must be an array with at least one action')
  const now = new Date().toISOString()
  const mutations: Mutation[] = [],
    purge: string[] = []
  let pending = new Map<string, Document | null>()
  actions.forEach((action, index) => {
    const look: Look = {
      get: (id) => (pending.has(id) ? (pending.get(id) ?? undefined) : content.documents.get(id)),
      *all() {
        for (const doc of content.documents.values()) if (!pending.has(doc._id)) yield doc
        for (const doc of pending.values()) if (doc) yield doc
      },
      fail: (status, description) => actionError(status, index, description),
      now,
    }
    if (!action || typeof action !== 'object') throw look.fail(400, 'an action must be an object')
    const translate = ACTIONS[String((action as Fields).actionType)]
    if (!translate)
      throw look.fail(400, `unknown action type ${JSON.stringify((action as Fields).actionType)}`)
    mutations.push(...translate(action as Fields, look))
    if ((action as Fields).purge === true)
      purge.push(
        ...['publishedId', 'draftId', 'versionId']
          .map((key) => (action as Fields)[key])
          .filter((id) => typeof id === 'string'),
      )
    if (index < actions.length - 1) pending = preview(mutations)
  })
  return { mutations, purge }
}

type Translate = (action: Fields, look: Look) => Mutation[]
const ACTIONS: Record<string, Translate> = {
  'sanity.action.document.create'(action, look) {
    const attributes = documentOf(action.attributes, 'attributes', look),
      id = attributes._id
    if (isPublishedId(id))
      throw look.fail(400, `attributes._id ${JSON.stringify(id)} must be a draft or version ID`)
    if (look.get(id)) {
      if (action.ifExists === 'ignore') return []
      throw look.fail(409, `Document by ID "${id}" already exists`)
    }
    return [{ create: attributes }]
  },
  'sanity.action.document.edit'(action, look) {
    const draft = idOf(action, 'draftId', look),
      published = look.get(idOf(action, 'publishedId', look))
    if (isPublishedId(draft))
      throw look.fail(400, `draftId ${JSON.stringify(draft)} must be a draft or version ID`)
    if (!look.get(draft) && !published)
      throw look.fail(404, `neither "${draft}" nor "${action.publishedId}" exists`)
    const copy = look.get(draft) ? [] : [{ create: { ...withoutSystem(published!), _id: draft } }]
    return [...copy, ...patchesOf(action.patch, draft, look)]
  },
  'sanity.action.document.replaceDraft'(action, look) {
    const attributes = documentOf(action.attributes, 'attributes', look)
    if (!isDraftId(attributes._id))
      throw look.fail(400, `attributes._id ${JSON.stringify(attributes._id)} must be a draft ID`)
    if (!look.get(attributes._id) && !look.get(idOf(action, 'publishedId', look)))
      throw look.fail(404, `neither "${attributes._id}" nor "${action.publishedId}" exists`)
    return [{ createOrReplace: attributes }]
  },
  'sanity.action.document.publish'(action, look) {
    const id = idOf(action, 'publishedId', look),
      draft = look.get(idOf(action, 'draftId', look)),
      published = look.get(id)
    if (!draft) throw look.fail(404, `Draft document "${action.draftId}" was not found`)
    expectRevision(action.ifDraftRevisionId, draft, look)
    expectRevision(action.ifPublishedRevisionId, published, look)
    return publishing(draft, published, id)
  },
  'sanity.action.document.unpublish'(action, look) {
    const id = idOf(action, 'publishedId', look),
      published = look.get(id)
    if (!published) throw look.fail(404, `Published document "${id}" was not found`)
    const draft: Mutation = {
      createIfNotExists: { ...withoutSystem(published), _id: idOf(action, 'draftId', look) },
    }
    return [draft, { delete: { id } }]
  },
  'sanity.action.document.discard': (action, look) => discarding(idOf(action, 'draftId', look), look),
  'sanity.action.document.version.discard': (action, look) =>
    discarding(idOf(action, 'versionId', look), look),
  'sanity.action.document.delete'(action, look) {
    const id = idOf(action, 'publishedId', look)
    if (!isPublishedId(id)) throw look.fail(400, `publishedId ${JSON.stringify(id)} must be a published ID`)
    const named = Array.isArray(action.includeDrafts) ? action.includeDrafts : []
    const others = [draftId(id)].filter((other) => look.get(other) && !named.includes(other))
    if (action.includeDrafts !== undefined && others.length > 0)
      throw look.fail(409, `Document "${id}" has a draft "${others[0]}" that is not included in the deletion`)
    const doomed = [...new Set([id, draftId(id), ...named])].filter(
      (other) => typeof other === 'string' && look.get(other),
    )
    if (doomed.length === 0) throw look.fail(404, `Document "${id}" was not found`)
    return doomed.map((other) => ({ delete: { id: other } }))
  },
  'sanity.action.document.version.create'(action, look) {
    if (action.document !== undefined) {
      const document = documentOf(action.document, 'document', look)
      if (isPublishedId(document._id))
        throw look.fail(400, `document._id ${JSON.stringify(document._id)} must be a draft or version ID`)
      if (look.get(document._id)) throw look.fail(409, `Document by ID "${document._id}" already exists`)
      return [{ create: document }]
    }
    const base = look.get(idOf(action, 'baseId', look)),
      id = idOf(action, 'versionId', look)
    if (!base) throw look.fail(404, `Document "${action.baseId}" was not found`)
    expectRevision(action.ifBaseRevisionId, base, look)
    if (look.get(id)) throw look.fail(409, `Document by ID "${id}" already exists`)
    return [{ create: { ...withoutSystem(base), _id: id } }]
  },
  'sanity.action.document.version.replace'(action, look) {
    const document = documentOf(action.document, 'document', look)
    if (!look.get(document._id)) throw look.fail(404, `Document "${document._id}" was not found`)
    return [{ createOrReplace: document }]
  },
  'sanity.action.document.version.unpublish'(action, look) {
    const id = idOf(action, 'versionId', look),
      published = look.get(idOf(action, 'publishedId', look))
    if (look.get(id))
      return [{ patch: { id, set: { _system: { ...(look.get(id)!._system as Fields), delete: true } } } }]
    if (!published) throw look.fail(404, `Published document "${action.publishedId}" was not found`)
    return [{ create: { ...withoutSystem(published), _id: id, _system: { delete: true } } }]
  },

  'sanity.action.release.create'(action, look) {
    const name = releaseNameOf(action, look),
      id = releaseDocumentId(name)
    if (look.get(id)) throw look.fail(409, `Release "${name}" already exists`)
    return [
      {
        create: {
          _id: id,
          _type: 'system.release',
          name,
          state: 'active',
          metadata: { releaseType: 'undecided', ...(action.metadata as Fields) },
        },
      },
    ]
  },
  'sanity.action.release.edit'(action, look) {
    const release = releaseIn(action, look, 'active', 'scheduled', 'scheduling')
    return patchesOf(action.patch, release._id, look)
  },
  'sanity.action.release.publish': (action, look) =>
    publishingRelease(releaseIn(action, look, 'active', 'scheduled', 'scheduling'), look),
  'sanity.action.release.schedule'(action, look) {
    const release = releaseIn(action, look, 'active')
    if (typeof action.publishAt !== 'string' || Number.isNaN(Date.parse(action.publishAt)))
      throw look.fail(400, 'publishAt must be a date and time')
    return [
      {
        patch: {
          id: release._id,
          set: { state: 'scheduled', publishAt: new Date(action.publishAt).toISOString() },
        },
      },
    ]
  },
  'sanity.action.release.unschedule'(action, look) {
    return [
      {
        patch: {
          id: releaseIn(action, look, 'scheduled', 'scheduling')._id,
          set: { state: 'active' },
          unset: ['publishAt'],
        },
      },
    ]
  },
  'sanity.action.release.archive'(action, look) {
    const release = releaseIn(action, look, 'active')
    const versions = versionsOf(release, look)
    return [
      ...versions.map((doc) => ({ delete: { id: doc._id } })),
      { patch: { id: release._id, set: { state: 'archived', archived: versions } } },
    ]
  },
  'sanity.action.release.unarchive'(action, look) {
    const release = releaseIn(action, look, 'archived')
    const versions = (release.archived ?? []) as Document[]
    return [
      ...versions.map((doc) => ({ create: withoutRevision(doc) })),
      { patch: { id: release._id, set: { state: 'active' }, unset: ['archived'] } },
    ]
  },
  'sanity.action.release.delete'(action, look) {
    return [{ delete: { id: releaseIn(action, look, 'archived', 'published')._id } }]
  },
}

/** What firing a release does; also used when its scheduled time has come. */
export function publishingRelease(release: Document, look: Pick<Look, 'get' | 'all' | 'now'>): Mutation[] {
  const published = versionsOf(release, look).flatMap((version): Mutation[] => {
    const id = publishedId(version._id)
    if (!(version._system as { delete?: boolean } | undefined)?.delete)
      return publishing(version, look.get(id), id)
    return [...(look.get(id) ? [{ delete: { id } }] : []), { delete: { id: version._id } }]
  })
  return [
    ...published,
    { patch: { id: release._id, set: { state: 'published', publishedAt: look.now }, unset: ['publishAt'] } },
  ]
}

function publishing(source: Document, published: Document | undefined, id: string): Mutation[] {
  const body = strengthen(withoutSystem(source)) as Fields
  return [
    { createOrReplace: { ...body, _id: id, _createdAt: published?._createdAt ?? source._createdAt } },
    { delete: { id: source._id } },
  ]
}

function discarding(id: string, look: Look): Mutation[] {
  if (isPublishedId(id)) throw look.fail(400, `"${id}" must be a draft or version ID`)
  if (!look.get(id)) throw look.fail(404, `Document "${id}" was not found`)
  return [{ delete: { id } }]
}

/** References that were weak only until their target is published become strong, as the Studio asks with `_strengthenOnPublish`. */
function strengthen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthen)
  if (!value || typeof value !== 'object') return value
  const { _strengthenOnPublish, _weak, ...fields } = value as Fields
  const kept = Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, strengthen(item)]))
  const staysWeak =
    _weak !== undefined && (!_strengthenOnPublish || (_strengthenOnPublish as Fields).weak === true)
  return staysWeak ? { ...kept, _weak } : kept
}

function versionsOf(release: Document, look: Pick<Look, 'all'>): Document[] {
  return [...look.all()].filter((doc) => isVersionId(doc._id) && releaseOf(doc._id) === release.name)
}

function releaseNameOf(action: Fields, look: Look): string {
  if (typeof action.releaseId !== 'string' || !/^[A-Za-z0-9_-]+$/.test(action.releaseId))
    throw look.fail(400, 'releaseId must be a name of letters, digits, _ and -')
  return action.releaseId
}

function releaseIn(action: Fields, look: Look, ...states: string[]): Document {
  const name = releaseNameOf(action, look),
    release = look.get(releaseDocumentId(name))
  if (!release) throw look.fail(404, `Release "${name}" was not found`)
  if (!states.includes(String(release.state)))
    throw look.fail(409, `Release "${name}" is ${release.state}; this needs it to be ${states.join(' or ')}`)
  return release
}

function expectRevision(expected: unknown, doc: Document | undefined, look: Look) {
  if (expected && expected !== doc?._rev)
    throw look.fail(
      409,
      `Document "${doc?._id}" has unexpected revision ID ("${doc?._rev}"), expected "${expected}"`,
    )
}

function idOf(action: Fields, key: string, look: Look): string {
  const id = action[key]
  if (typeof id !== 'string' || !id) throw look.fail(400, `${key} must be a document ID`)
  return id
}

function documentOf(value: unknown, key: string, look: Look): Fields & { _id: string } {
  const doc = value as Fields | undefined
  if (!doc || typeof doc._id !== 'string' || typeof doc._type !== 'string')
    throw look.fail(400, `${key} must be a document with _id and _type`)
  return doc as Fields & { _id: string }
}

function patchesOf(patch: unknown, id: string, look: Look): Mutation[] {
  return [patch].flat().map((one) => {
    if (!one || typeof one !== 'object') throw look.fail(400, 'patch must be an object')
    const { query, params, ...operations } = one as Fields
    return { patch: { ...operations, id } }
  })
}

const withoutRevision = ({ _rev, ...fields }: Document): Fields => fields
const withoutSystem = ({ _rev, _updatedAt, _system, ...fields }: Document): Fields => fields
