import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { pictureUrl } from '#app/content/media.ts'
import type { Article, Page, Picture, Policy, Settings } from '#app/content/types.ts'
import type { Log } from '#app/platform/log.ts'
import { replaceFile } from '#app/platform/replace-file.server.ts'
import { ownTitle } from '#app/seo/meta.ts'
import { picturesOf } from '#app/seo/page-images.ts'
import { DRAWING_VERSION, drawShare, SCENE_SIZE } from '#app/seo/share-card-drawing.server.ts'

const SCENE_TIMEOUT_MS = 5_000
/** Far more than a site has documents: the oldest make room. */
const MAX_KEPT = 1_000

type Shared =
  | { _type: 'page'; document: Page }
  | { _type: 'policy'; document: Policy }
  | { _type: 'article'; document: Article }

/** `png` with an address that names what is drawn; `moved`: the document looks different by now. */
type ShareAnswer = { kind: 'png'; bytes: Buffer; whole: boolean } | { kind: 'moved'; to: string }

export type SharePictures = ReturnType<typeof createSharePictures>

/**
 * The pictures that shared links show, one for each document, drawn when one is first asked for and kept on disk under a
 * name that changes with what is drawn. So there are never more than there are documents, whatever is asked.
 */
export function createSharePictures({
  content,
  dataDir,
  lakeOrigin,
  log,
}: {
  content: Content
  dataDir: string
  /** Where pictures of a lake that answers this machine only are read. */
  lakeOrigin: string
  log: Log
}) {
  const folder = join(dataDir, 'share')
  const running = new Map<string, Promise<{ bytes: Buffer; whole: boolean }>>()
  /** Drawing is work: one at a time. */
  let last: Promise<unknown> = Promise.resolve()

  /** The address of a document's picture as it would be drawn now. */
  async function addressOf(shared: Shared): Promise<string> {
    const settings = await content.settings()
    return addressWith(shared, settings, await sceneOf(shared))
  }

  /** The picture at `/share/<name>.<revision>.png`, unescaped; undefined where no such document is published. */
  async function answer(file: string): Promise<ShareAnswer | undefined> {
    const name = nameOf(file)
    const shared = name === undefined ? undefined : await sharedAt(name)
    if (!shared) return undefined
    const settings = await content.settings()
    const scene = await sceneOf(shared)
    const address = addressWith(shared, settings, scene)
    if (decodeURIComponent(address) !== `/share/${file}`) return { kind: 'moved', to: address }
    const key = file.replaceAll('/', '--')
    const drawing = running.get(key) ?? start(key, shared, settings, scene)
    return { kind: 'png', ...(await drawing) }
  }

  function start(key: string, shared: Shared, settings: Settings, scene: Picture | undefined) {
    const drawing = kept(key)
      .then((bytes) => (bytes ? { bytes, whole: true } : draw(key, shared, settings, scene)))
      .finally(() => running.delete(key))
    running.set(key, drawing)
    return drawing
  }

  async function draw(key: string, shared: Shared, settings: Settings, scene: Picture | undefined) {
    const read = scene && (await readScene(scene))
    const drawn = last.then(() =>
      drawShare({ brand: settings.brand ?? '', title: titleOf(shared), scene: read }),
    )
    last = drawn.catch(() => {})
    const bytes = await drawn
    // Without its scene it is shown once and drawn again when the lake answers.
    const whole = !scene || read !== undefined
    if (whole) await keep(key, bytes)
    return { bytes, whole }
  }

  /** A page without a picture of its own shows one of the front page's. */
  async function sceneOf({ document }: Shared): Promise<Picture | undefined> {
    const [own] = picturesOf(document)
    if (own) return own
    const scenes = picturesOf(await content.page('home'))
    return scenes[hash('sha256', document._id, 'buffer').readUInt32BE() % Math.max(1, scenes.length)]
  }

  async function readScene(scene: Picture): Promise<Buffer | undefined> {
    const address = sceneUrl(scene, lakeOrigin)
    if (!address) return undefined
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(SCENE_TIMEOUT_MS) })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    } catch (error) {
      log('warn', 'share: a scene could not be read', { address, error: String(error) })
      return undefined
    }
  }

  async function sharedAt(name: string): Promise<Shared | undefined> {
    if (name.startsWith('resources/')) {
      const document = await content.article(name.slice('resources/'.length))
      return document ? { _type: 'article', document } : undefined
    }
    const page = await content.page(name)
    if (page) return { _type: 'page', document: page }
    const policy = await content.policy(name)
    return policy ? { _type: 'policy', document: policy } : undefined
  }

  const kept = (key: string): Promise<Buffer | undefined> =>
    readFile(join(folder, key)).catch(() => undefined)

  /** In place of the document's earlier ones. */
  async function keep(key: string, bytes: Buffer): Promise<void> {
    try {
      await mkdir(folder, { recursive: true })
      await replaceFile(join(folder, key), bytes)
      const others = (await readdir(folder)).filter((other) => other !== key)
      const outdated = others.filter((other) => nameOf(other) === nameOf(key))
      const rest = others.length - outdated.length >= MAX_KEPT ? await oldest(others) : []
      await Promise.all([...outdated, ...rest].map((other) => rm(join(folder, other), { force: true })))
    } catch (error) {
      log('warn', 'share: a picture could not be kept', { key, error: String(error) })
    }
  }

  /** The half that was drawn first. */
  async function oldest(names: string[]): Promise<string[]> {
    const dated = await Promise.all(
      names.map(async (name) => ({
        name,
        at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
      })),
    )
    return dated
      .sort((a, b) => a.at - b.at)
      .slice(0, names.length / 2)
      .map(({ name }) => name)
  }

  return { addressOf, answer }
}

/** What stands before the revision: an address, whatever an import has put there. */
const nameOf = (file: string): string | undefined => /^(.+)\.[0-9a-f]+\.png$/s.exec(file)?.[1]

const titleOf = ({ document }: Shared): string => ownTitle(document) ?? ''

function addressWith(shared: Shared, settings: Settings, scene: Picture | undefined): string {
  const { _type, document } = shared
  const { asset, crop, hotspot } = scene ?? {}
  const drawn = [DRAWING_VERSION, settings.brand, titleOf(shared), asset?._id, crop, hotspot]
  const path = hrefOf({ _type, slug: document.slug }) ?? '/'
  const revision = hash('sha256', JSON.stringify(drawn)).slice(0, 10)
  return `/share${path === '/' ? '/home' : path}.${revision}.png`
}

/** The scene's file as JPEG, cut to its place: from the local lake, or from Sanity's CDN. */
function sceneUrl(scene: Picture, lakeOrigin: string): string | undefined {
  const address = pictureUrl(scene, SCENE_SIZE)
  if (!address) return undefined
  const url = new URL(address.replace(/^\/media/, ''), lakeOrigin)
  url.searchParams.delete('auto')
  url.searchParams.set('fm', 'jpg')
  return url.href
}
