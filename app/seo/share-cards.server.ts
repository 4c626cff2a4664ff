import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { pictureUrl } from '#app/content/media.ts'
import type { Article, Page, Picture, Policy, Settings } from '#app/content/types.ts'
import type { Log } from '#app/platform/log.ts'
import { replaceFile } from '#app/platform/replace-file.server.ts'
import { ownTitle } from '#app/seo/meta.ts'
import { imagesOf } from '#app/seo/page-images.ts'
import { DRAWING_VERSION, drawShareCard, PHOTO_SIZE } from '#app/seo/share-card-drawing.server.ts'

const PHOTO_TIMEOUT_MS = 5_000

type Shared =
  | { _type: 'page'; document: Page }
  | { _type: 'policy'; document: Policy }
  | { _type: 'article'; document: Article }

/** `moved`: the card of this URL is outdated. `isComplete`: the card contains its photo. */
type ShareCard = { kind: 'png'; bytes: Buffer; isComplete: boolean } | { kind: 'moved'; to: string }

export type ShareCards = ReturnType<typeof createShareCards>

/**
 * Draws the image of a shared link (Open Graph), one per document, at its first request. The new card replaces the document's
 * previous one on disk. Its URL contains a hash of its content.
 */
export function createShareCards({
  content,
  dataDir,
  lakeOrigin,
  log,
}: {
  content: Content
  dataDir: string
  /** The origin of a local lake's images. */
  lakeOrigin: string
  log: Log
}) {
  const folder = join(dataDir, 'share')
  const drawings = new Map<string, Promise<{ bytes: Buffer; isComplete: boolean }>>()
  /** Drawing is expensive: one at a time. */
  let last: Promise<unknown> = Promise.resolve()

  /** The current path of a document's card. */
  async function pathOf(shared: Shared): Promise<string> {
    return pathWith(shared, await content.settings(), await photoOf(shared))
  }

  /** The card at `/share/<file>`, unescaped. Undefined if no such document is published. */
  async function get(file: string): Promise<ShareCard | undefined> {
    const name = nameOf(file)
    const shared = name === undefined ? undefined : await documentAt(name)
    if (!shared) return undefined
    const settings = await content.settings()
    const photo = await photoOf(shared)
    const path = pathWith(shared, settings, photo)
    if (decodeURIComponent(path) !== `/share/${file}`) return { kind: 'moved', to: path }
    const key = file.replaceAll('/', '--')
    const drawing = drawings.get(key) ?? loadOrDraw(key, shared, settings, photo)
    return { kind: 'png', ...(await drawing) }
  }

  function loadOrDraw(key: string, shared: Shared, settings: Settings, photo: Picture | undefined) {
    const drawing = readFile(join(folder, key))
      .then((bytes) => ({ bytes, isComplete: true }))
      .catch(() => draw(key, shared, settings, photo))
      .finally(() => drawings.delete(key))
    drawings.set(key, drawing)
    return drawing
  }

  async function draw(key: string, shared: Shared, settings: Settings, photo: Picture | undefined) {
    const image = photo && (await readPhoto(photo))
    const drawing = last.then(() =>
      drawShareCard({ brand: settings.brand ?? '', title: titleOf(shared), photo: image }),
    )
    last = drawing.catch(() => {})
    const bytes = await drawing
    const isComplete = !photo || image !== undefined
    if (isComplete) await store(key, bytes)
    return { bytes, isComplete }
  }

  /** A page without an image uses one of the front page. */
  async function photoOf({ document }: Shared): Promise<Picture | undefined> {
    const [ownImage] = imagesOf(document)
    if (ownImage) return ownImage
    const images = imagesOf(await content.page('home'))
    return images[hash('sha256', document._id, 'buffer').readUInt32BE() % Math.max(1, images.length)]
  }

  async function readPhoto(photo: Picture): Promise<Buffer | undefined> {
    const url = photoUrl(photo, lakeOrigin)
    if (!url) return undefined
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PHOTO_TIMEOUT_MS) })
      if (!response.ok) throw new Error(`status ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    } catch (error) {
      log('warn', 'share: could not read an image', { url, error: String(error) })
      return undefined
    }
  }

  async function documentAt(name: string): Promise<Shared | undefined> {
    if (name.startsWith('resources/')) {
      const document = await content.article(name.slice('resources/'.length))
      return document ? { _type: 'article', document } : undefined
    }
    const page = await content.page(name)
    if (page) return { _type: 'page', document: page }
    const policy = await content.policy(name)
    return policy ? { _type: 'policy', document: policy } : undefined
  }

  async function store(key: string, bytes: Buffer): Promise<void> {
    try {
      await mkdir(folder, { recursive: true })
      await replaceFile(join(folder, key), bytes)
      const outdated = (await readdir(folder)).filter(
        (other) => other !== key && nameOf(other) === nameOf(key),
      )
      await Promise.all(outdated.map((other) => rm(join(folder, other), { force: true })))
    } catch (error) {
      log('warn', 'share: could not store a card', { key, error: String(error) })
    }
  }

  return { pathOf, get }
}

/** The part before the hash. It may contain any characters of an imported slug. */
const nameOf = (file: string): string | undefined => /^(.+)\.[0-9a-f]+\.png$/s.exec(file)?.[1]

const titleOf = ({ document }: Shared): string => ownTitle(document) ?? ''

function pathWith(shared: Shared, settings: Settings, photo: Picture | undefined): string {
  const { _type, document } = shared
  const { asset, crop, hotspot } = photo ?? {}
  const drawn = [DRAWING_VERSION, settings.brand, titleOf(shared), asset?._id, crop, hotspot]
  const path = hrefOf({ _type, slug: document.slug }) ?? '/'
  const revision = hash('sha256', JSON.stringify(drawn)).slice(0, 10)
  return `/share${path === '/' ? '/home' : path}.${revision}.png`
}

/** The URL of the photo as JPEG, at the local lake or at Sanity's CDN. */
function photoUrl(photo: Picture, lakeOrigin: string): string | undefined {
  const path = pictureUrl(photo, PHOTO_SIZE)
  if (!path) return undefined
  const url = new URL(path.replace(/^\/media/, ''), lakeOrigin)
  url.searchParams.delete('auto')
  url.searchParams.set('fm', 'jpg')
  return url.href
}
