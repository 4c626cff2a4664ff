import {
  type Document,
  isVersionId,
  publishedId,
  releaseDocumentId,
  releaseOf,
} from '../documents/document-ids.ts'
import { isObject } from '../groq/values.ts'
import {
  type Action,
  type ActionContext,
  type Fields,
  type Mutation,
  patchesOf,
  publishing,
  unpublishing,
} from '../mutations/action-mutations.ts'

const RESERVED = ['drafts', 'published', 'versions', 'raw', 'previewDrafts']

type Sight = Pick<ActionContext, 'get' | 'all' | 'now'>

/** `sanity.action.release.*` https://www.sanity.io/docs/content-lake/content-release-document-flow */
export const RELEASE_ACTIONS: Record<string, Action> = {
  create: {
    fields: ['releaseId', 'metadata'],
    translate(action, context) {
      const name = nameOf(action, context),
        id = releaseDocumentId(name)
      // https://www.sanity.io/docs/content-lake/dispatch-actions: not even that of a deleted release
      if (context.get(id) || context.lastState(id))
        throw context.fail(409, `Release "${name}" already exists`)
      const metadata = action.metadata ?? {}
      if (!isObject(metadata)) throw context.fail(400, 'metadata must be an object')
      const release = { name, state: 'active', metadata: { releaseType: 'undecided', ...metadata } }
      return [{ create: { _id: id, _type: 'system.release', ...release } }]
    },
  },
  import: {
    fields: ['releaseId', 'attributes', 'document', 'ifExists'],
    translate(action, context) {
      const name = nameOf(action, context),
        id = releaseDocumentId(name)
      const attributes = (action.attributes ?? action.document) as Fields | undefined
      if (attributes?._type !== 'system.release')
        throw context.fail(400, 'attributes must be a document of type "system.release"')
      const { _rev, ...release } = attributes
      if (context.get(id)) {
        if (action.ifExists === 'ignore') return []
        if (action.ifExists !== 'replace') throw context.fail(409, `Release "${name}" already exists`)
      }
      return [{ createOrReplace: { ...release, _id: id, name } }]
    },
  },
  edit: {
    fields: ['releaseId', 'patch'],
    translate(action, context) {
      const release = releaseIn(action, context, 'active', 'scheduled')
      const mutations = patchesOf(action.patch, release._id, context)
      const paths = mutations.flatMap(({ patch }) => pathsOf(patch!))
      const other = paths.find((path) => !/^metadata\b/.test(path))
      if (other !== undefined)
        throw context.fail(400, `Only the metadata of a release can be edited, not ${JSON.stringify(other)}`)
      return mutations
    },
  },
  publish: {
    fields: ['releaseId'],
    translate: (action, context) =>
      publishingRelease(releaseIn(action, context, 'active', 'scheduled'), context),
  },
  schedule: {
    fields: ['releaseId', 'publishAt'],
    translate(action, context) {
      const release = releaseIn(action, context, 'active')
      if (typeof action.publishAt !== 'string' || Number.isNaN(Date.parse(action.publishAt)))
        throw context.fail(400, 'publishAt must be a date and time')
      const publishAt = new Date(action.publishAt).toISOString()
      return [{ patch: { id: release._id, set: { state: 'scheduled', publishAt }, unset: ['error'] } }]
    },
  },
  unschedule: {
    fields: ['releaseId'],
    translate(action, context) {
      const { _id: id } = releaseIn(action, context, 'scheduled')
      return [{ patch: { id, set: { state: 'active' }, unset: ['publishAt'] } }]
    },
  },
  archive: {
    fields: ['releaseId'],
    translate(action, context) {
      const release = releaseIn(action, context, 'active')
      const versions = versionsOf(release, context)
      return [
        ...versions.map(({ _id: id }) => ({ delete: { id } })),
        { patch: { id: release._id, set: { state: 'archived', finalDocumentStates: states(versions) } } },
      ]
    },
  },
  unarchive: {
    fields: ['releaseId'],
    translate(action, context) {
      const release = releaseIn(action, context, 'archived')
      // An import may have written anything here.
      const versions = [release.finalDocumentStates].flat().flatMap((state) => {
        const id = isObject(state) ? String(state.id) : ''
        return releaseOf(id) === release.name ? (context.lastState(id) ?? []) : []
      })
      return [
        ...versions.map(({ _rev, ...doc }) => ({ create: doc as Fields })),
        { patch: { id: release._id, set: { state: 'active' }, unset: ['finalDocumentStates'] } },
      ]
    },
  },
  delete: {
    fields: ['releaseId'],
    translate: (action, context) => [
      { delete: { id: releaseIn(action, context, 'archived', 'published')._id } },
    ],
  },
}

/** The mutations that publish a release. */
export function publishingRelease(release: Document, context: Sight): Mutation[] {
  const versions = versionsOf(release, context)
  const published = versions.flatMap((version): Mutation[] => {
    const id = publishedId(version._id)
    const current = context.get(id)
    if (!(version._system as { delete?: boolean } | undefined)?.delete)
      return publishing(version, current, id)
    return [...(current ? unpublishing(current, `drafts.${id}`) : []), { delete: { id: version._id } }]
  })
  const set = { state: 'published', publishedAt: context.now, finalDocumentStates: states(versions) }
  return [...published, { patch: { id: release._id, set, unset: ['publishAt', 'error'] } }]
}

/** The mutations after a failed publish: the release is active again, with the error. */
export const failedRelease = (release: Document, message: string): Mutation[] => [
  { patch: { id: release._id, set: { state: 'active', error: { message } }, unset: ['publishAt'] } },
]

const states = (versions: Document[]) => versions.map(({ _id }) => ({ _key: _id, id: _id }))

const versionsOf = (release: Document, context: Pick<ActionContext, 'all'>): Document[] =>
  [...context.all()].filter(({ _id }) => isVersionId(_id) && releaseOf(_id) === release.name)

function pathsOf(patch: Fields): string[] {
  const { id: _, insert, unset, ifRevisionID: __, ...operations } = patch
  const where = Object.entries(isObject(insert) ? insert : {}).filter(([key]) => key !== 'items')
  return [
    ...Object.values(operations).flatMap((operation) => (isObject(operation) ? Object.keys(operation) : [])),
    ...[unset ?? []].flat().map(String),
    ...where.map(([, path]) => String(path)),
  ]
}

function nameOf(action: Fields, context: ActionContext): string {
  if (typeof action.releaseId !== 'string' || !/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/.test(action.releaseId))
    throw context.fail(400, 'releaseId must be a name of letters, digits, _ and -')
  if (RESERVED.includes(action.releaseId))
    throw context.fail(400, `releaseId ${JSON.stringify(action.releaseId)} is reserved`)
  return action.releaseId
}

function releaseIn(action: Fields, context: ActionContext, ...allowed: string[]): Document {
  const name = nameOf(action, context),
    release = context.get(releaseDocumentId(name))
  if (!release) throw context.fail(404, `Release "${name}" was not found`)
  if (!allowed.includes(String(release.state)))
    throw context.fail(
      409,
      `Release "${name}" is ${release.state}; this needs it to be ${allowed.join(' or ')}`,
    )
  return release
}
