import {
  type Action,
  type Fields,
  type Look,
  type Mutation,
  patchesOf,
  publishing,
  unpublishing,
} from '#studio/lake/action.ts'
import {
  type Document,
  isVersionId,
  publishedId,
  releaseDocumentId,
  releaseOf,
} from '#studio/lake/document-ids.ts'
import { isObject } from '#studio/lake/groq/values.ts'

/** Reserved names. */
const RESERVED = ['drafts', 'published', 'versions', 'raw', 'previewDrafts']

type Sight = Pick<Look, 'get' | 'all' | 'now'>

/** `sanity.action.release.*` https://www.sanity.io/docs/content-lake/content-release-document-flow */
export const RELEASE_ACTIONS: Record<string, Action> = {
  create: {
    fields: ['releaseId', 'metadata'],
    translate(action, look) {
      const name = nameOf(action, look),
        id = releaseDocumentId(name)
      if (look.get(id)) throw look.fail(409, `Release "${name}" already exists`)
      const given = action.metadata ?? {}
      if (!isObject(given)) throw look.fail(400, 'metadata must be an object')
      const metadata = { releaseType: 'undecided', ...given }
      return [{ create: { _id: id, _type: 'system.release', name, state: 'active', metadata } }]
    },
  },
  import: {
    fields: ['releaseId', 'attributes', 'document', 'ifExists'],
    translate(action, look) {
      const name = nameOf(action, look),
        id = releaseDocumentId(name)
      const given = (action.attributes ?? action.document) as Fields | undefined
      if (given?._type !== 'system.release')
        throw look.fail(400, 'attributes must be a document of type "system.release"')
      const { _rev, ...release } = given
      if (look.get(id)) {
        if (action.ifExists === 'ignore') return []
        if (action.ifExists !== 'replace') throw look.fail(409, `Release "${name}" already exists`)
      }
      return [{ createOrReplace: { ...release, _id: id, name } }]
    },
  },
  edit: {
    fields: ['releaseId', 'patch'],
    translate(action, look) {
      const release = releaseIn(action, look, 'active', 'scheduled')
      const mutations = patchesOf(action.patch, release._id, look)
      const paths = mutations.flatMap(({ patch }) => pathsOf(patch!))
      const other = paths.find((path) => !/^metadata\b/.test(path))
      if (other !== undefined)
        throw look.fail(400, `Only the metadata of a release can be edited, not ${JSON.stringify(other)}`)
      return mutations
    },
  },
  publish: {
    fields: ['releaseId'],
    translate: (action, look) => publishingRelease(releaseIn(action, look, 'active', 'scheduled'), look),
  },
  schedule: {
    fields: ['releaseId', 'publishAt'],
    translate(action, look) {
      const release = releaseIn(action, look, 'active')
      if (typeof action.publishAt !== 'string' || Number.isNaN(Date.parse(action.publishAt)))
        throw look.fail(400, 'publishAt must be a date and time')
      const publishAt = new Date(action.publishAt).toISOString()
      return [{ patch: { id: release._id, set: { state: 'scheduled', publishAt }, unset: ['error'] } }]
    },
  },
  unschedule: {
    fields: ['releaseId'],
    translate(action, look) {
      const { _id: id } = releaseIn(action, look, 'scheduled')
      return [{ patch: { id, set: { state: 'active' }, unset: ['publishAt'] } }]
    },
  },
  archive: {
    fields: ['releaseId'],
    translate(action, look) {
      const release = releaseIn(action, look, 'active')
      const versions = versionsOf(release, look)
      return [
        ...versions.map(({ _id: id }) => ({ delete: { id } })),
        { patch: { id: release._id, set: { state: 'archived', finalDocumentStates: states(versions) } } },
      ]
    },
  },
  unarchive: {
    fields: ['releaseId'],
    translate(action, look) {
      const release = releaseIn(action, look, 'archived')
      // An import may have written anything here.
      const versions = [release.finalDocumentStates].flat().flatMap((state) => {
        const id = isObject(state) ? String(state.id) : ''
        return releaseOf(id) === release.name ? (look.lastState(id) ?? []) : []
      })
      return [
        ...versions.map(({ _rev, ...doc }) => ({ create: doc as Fields })),
        { patch: { id: release._id, set: { state: 'active' }, unset: ['finalDocumentStates'] } },
      ]
    },
  },
  delete: {
    fields: ['releaseId'],
    translate: (action, look) => [{ delete: { id: releaseIn(action, look, 'archived', 'published')._id } }],
  },
}

/** The mutations that publish a release. */
export function publishingRelease(release: Document, look: Sight): Mutation[] {
  const versions = versionsOf(release, look)
  const published = versions.flatMap((version): Mutation[] => {
    const id = publishedId(version._id)
    const current = look.get(id)
    if (!(version._system as { delete?: boolean } | undefined)?.delete)
      return publishing(version, current, id)
    return [...(current ? unpublishing(current, `drafts.${id}`) : []), { delete: { id: version._id } }]
  })
  const set = { state: 'published', publishedAt: look.now, finalDocumentStates: states(versions) }
  return [...published, { patch: { id: release._id, set, unset: ['publishAt', 'error'] } }]
}

/** The mutations after a failed publish: the release is active again, with the error. */
export const failedRelease = (release: Document, message: string): Mutation[] => [
  { patch: { id: release._id, set: { state: 'active', error: { message } }, unset: ['publishAt'] } },
]

const states = (versions: Document[]) => versions.map(({ _id }) => ({ _key: _id, id: _id }))

const versionsOf = (release: Document, look: Pick<Look, 'all'>): Document[] =>
  [...look.all()].filter(({ _id }) => isVersionId(_id) && releaseOf(_id) === release.name)

/** The paths of a patch. */
function pathsOf(patch: Fields): string[] {
  const { id: _, insert, unset, ifRevisionID: __, ...operations } = patch
  const where = Object.entries(isObject(insert) ? insert : {}).filter(([key]) => key !== 'items')
  return [
    ...Object.values(operations).flatMap((operation) => (isObject(operation) ? Object.keys(operation) : [])),
    ...[unset ?? []].flat().map(String),
    ...where.map(([, path]) => String(path)),
  ]
}

function nameOf(action: Fields, look: Look): string {
  if (typeof action.releaseId !== 'string' || !/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/.test(action.releaseId))
    throw look.fail(400, 'releaseId must be a name of letters, digits, _ and -')
  if (RESERVED.includes(action.releaseId))
    throw look.fail(400, `releaseId ${JSON.stringify(action.releaseId)} is reserved`)
  return action.releaseId
}

function releaseIn(action: Fields, look: Look, ...allowed: string[]): Document {
  const name = nameOf(action, look),
    release = look.get(releaseDocumentId(name))
  if (!release) throw look.fail(404, `Release "${name}" was not found`)
  if (!allowed.includes(String(release.state)))
    throw look.fail(409, `Release "${name}" is ${release.state}; this needs it to be ${allowed.join(' or ')}`)
  return release
}
