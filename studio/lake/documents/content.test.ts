import { expect, test } from 'vitest'
import { seeded } from '../lake.test-support.ts'
import { Content } from './content.ts'
import { type Document, isPublicId, isPublishedId, publishedId } from './document-ids.ts'
import type { PerspectiveView } from './perspective-view.ts'
import type { Perspective } from './perspectives.ts'

const TYPES = ['plan', 'faq', 'page']
const NAMES = Array.from({ length: 12 }, (_, i) => `d${i}`)
const PREFIXES = ['', '', 'drafts.', 'versions.r1.', 'versions.r2.', 'private.']
const PERSPECTIVES: [Perspective, boolean][] = [
  ['raw', true],
  ['raw', false],
  [['drafts'], true],
  [['r2', 'r1', 'drafts'], true],
]

/** The documents in a perspective, computed from all documents. */
function expected(all: Document[], perspective: Perspective, editor: boolean): Document[] {
  const byId = (a: Document, b: Document) => (a._id < b._id ? -1 : 1)
  if (!Array.isArray(perspective)) {
    const shows = { raw: () => true, unversioned: () => true, published: isPublishedId }
    return all.filter(({ _id }) => (editor ? shows[perspective](_id) : isPublicId(_id))).sort(byId)
  }
  const shown = [...new Set(all.map(({ _id }) => publishedId(_id)))].flatMap((id) => {
    const layers = [
      ...perspective.map((layer) => (layer === 'drafts' ? `drafts.${id}` : `versions.${layer}.${id}`)),
      id,
    ]
    const top = layers.map((layer) => all.find(({ _id }) => _id === layer)).find((doc) => doc)
    const gone = (top?._system as { delete?: boolean } | undefined)?.delete
    return top && !gone ? [{ ...top, _id: id, _originalId: top._id }] : []
  })
  return shown.sort(byId)
}

test('views follow every change as if they were rebuilt', () => {
  const random = seeded(7)
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)]!
  const documents = new Map<string, Document>()
  const content = new Content([])
  const views = PERSPECTIVES.map(([perspective, editor]) => content.view(perspective, editor))
  for (let round = 0; round < 250; round++) {
    const ids = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(PREFIXES) + pick(NAMES))
    const changes = [...new Set(ids)].map((id) => {
      const after: Document | null =
        random() < 0.3
          ? null
          : {
              _id: id,
              _type: pick(TYPES),
              _rev: `r${round}`,
              _createdAt: '',
              _updatedAt: '',
              slug: pick([{ current: pick(NAMES) }, undefined, { current: 5 }]),
              links: [{ _ref: pick(NAMES), _weak: random() < 0.5 }, { deep: [{ _ref: pick(NAMES) }] }],
              ...(random() < 0.2 && { _system: { delete: true } }),
            }
      if (after) documents.set(id, after)
      else documents.delete(id)
      return { id, after }
    })
    content.apply(changes)
    const all = [...documents.values()]
    PERSPECTIVES.forEach(([perspective, editor], i) => {
      const shown = expected(all, perspective, editor)
      const view: PerspectiveView = views[i]!
      expect(content.view(perspective, editor)).toBe(view)
      expect(view.documents).toEqual(shown)
      expect(TYPES.map((type) => view.byType.get(type) ?? [])).toEqual(
        TYPES.map((type) => shown.filter((doc) => doc._type === type)),
      )
      expect(NAMES.map((name) => view.byId.get(name))).toEqual(
        NAMES.map((name) => shown.find(({ _id }) => _id === name)),
      )
      const slugOf = ({ slug }: Document) => (slug as { current?: unknown } | undefined)?.current
      expect(NAMES.map((name) => view.bySlug(name))).toEqual(
        NAMES.map((name) => shown.filter((doc) => slugOf(doc) === name)),
      )
      const links = new Map(shown.map((doc) => [doc, JSON.stringify(doc.links)]))
      expect(NAMES.map((name) => view.referrers(name))).toEqual(
        NAMES.map((name) => shown.filter((doc) => links.get(doc)?.includes(`"${name}"`))),
      )
    })
  }
  expect(documents.size).toBeGreaterThan(15)
})

test('asset URLs have the current address of the lake', () => {
  const asset = (_id: string, _type: string) =>
    ({ _id, _type, path: `files/${_id}.x`, url: `http://localhost:1/files/${_id}.x` }) as unknown as Document
  const content = new Content([
    asset('a', 'sanity.imageAsset'),
    asset('b', 'sanity.fileAsset'),
    asset('own', 'link'),
  ])
  content.relocateAssets('http://localhost:2')
  content.apply([{ id: 'later', after: asset('later', 'sanity.imageAsset') }])
  expect(content.view('published', false).documents.map(({ url }) => url)).toEqual([
    'http://localhost:2/files/a.x',
    'http://localhost:2/files/b.x',
    'http://localhost:2/files/later.x',
    'http://localhost:1/files/own.x',
  ])
})
