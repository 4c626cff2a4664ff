import { z } from 'zod'
import { PAGE_QUERIES } from '#app/blocks/query.ts'
import { type Content, contentOf } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { editorClient, type LakeSettings } from '#app/content/lake.server.ts'
import type { Env } from '#app/platform/environment.server.ts'
import { sealedCookie, sealer } from '#app/platform/sealed-cookie.server.ts'
import { createDraftChanges } from '#app/preview/draft-changes.server.ts'
import { draftReader } from '#app/preview/drafts.server.ts'
import { consumeSecret } from '#app/preview/secret.server.ts'
import { sharedReader, storedAs } from '#app/preview/share-link.server.ts'

/** Of who may see what is not published. */
export const PREVIEW_COOKIE = 'preview'
/** An editor who looks at drafts in the Studio's Presentation tool or beside it. */
const STUDIO_PREVIEW_MS = 12 * 60 * 60 * 1000
/** A browser keeps the cookie of a shared preview longer than it is good for, so that the page can say that it ended. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60

/** Documents that have a page of their own. */
const WITH_PAGE = ['page', 'policy', 'article']

const studioPreview = z.object({
  kind: z.literal('studio'),
  /** The layers that are read, the uppermost first: drafts, or releases above them. */
  perspective: z.array(z.string()).min(1),
  until: z.number(),
})
const sharedLink = z.object({
  kind: z.literal('shared'),
  /** The document that it shows, as it is stored: a draft's, a version's or a published one's id. */
  id: z.string(),
  until: z.number(),
})
const sharedPreview = sharedLink.extend({
  /** The one address that it shows: the document's own when the link was opened. */
  path: z.string(),
})
const preview = z.discriminatedUnion('kind', [studioPreview, sharedPreview])

/** What a request may see besides what is published; `until` is epoch ms. */
export type Preview = z.infer<typeof preview>

export type Previews = ReturnType<typeof createPreviews>

type PreviewSettings = LakeSettings & Pick<Env, 'DATA_DIR' | 'SITE_URL' | 'STUDIO_URL'>

/**
 * Who may look at drafts, and at which. Editors come with a secret that the Studio wrote into the lake; guests with a
 * link that the site sealed for one page. Both get a cookie that only the site can read and make.
 */
export function createPreviews(env: PreviewSettings, secret: string) {
  const secure = env.SITE_URL.startsWith('https:')
  // The Studio may frame the site from another site: then only such a cookie comes along.
  const cookie = sealedCookie(PREVIEW_COOKIE, preview, secret, {
    maxAge: COOKIE_SECONDS,
    ...(secure && { secure, sameSite: 'none' as const, partitioned: true }),
  })
  const links = sealer('preview-link', sharedLink, secret)
  const studioOrigin = env.STUDIO_URL && new URL(env.STUDIO_URL).origin

  return {
    cookie,
    /** The preview of an editor who looks at the site from the Studio; undefined for anybody else, and once it is over. */
    async ofEditor(request: Request) {
      const preview = await cookie.read(request)
      return preview?.kind === 'studio' && preview.until > Date.now() ? preview : undefined
    },
    changes: createDraftChanges(() => editorClient(env)),
    studioUrl: env.STUDIO_URL,
    studioOrigin,
    /** Why there is no preview; undefined where there is one. */
    missing(): string | undefined {
      if (!env.STUDIO_URL)
        return 'STUDIO_URL is not set: the site does not know which Studio may ask for a preview.'
      if (editorClient(env)) return undefined
      return env.localLake
        ? 'The local lake has no token yet: is it running with the same DATA_DIR?'
        : 'SANITY_API_TOKEN is not set: the site needs a token with editor rights to read drafts.'
    },
    /** True once for each secret that an editor's Studio made within the hour. */
    async accepts(given: string): Promise<boolean> {
      const client = editorClient(env)
      return client ? consumeSecret(client, given) : false
    },
    /** The content as it would be if what the preview shows were published; null where it can't be read. */
    content(shown: Preview): Content | null {
      const client = editorClient(env)
      if (!client) return null
      return contentOf(
        shown.kind === 'studio'
          ? draftReader(client, { perspective: shown.perspective, studioUrl: env.STUDIO_URL })
          : sharedReader(client, shown.id),
        PAGE_QUERIES,
      )
    },
    forStudio: (perspective: string[]): Preview => ({
      kind: 'studio',
      perspective,
      until: Date.now() + STUDIO_PREVIEW_MS,
    }),
    /** The address of a document's own page, as it is in its draft or version; undefined for one without. */
    async pathOf(id: string): Promise<string | undefined> {
      const [work, own] = storedAs(id)
      const found = await editorClient(env)?.fetch<Parameters<typeof hrefOf>[0] | null>(
        `coalesce(*[_id == $work][0], *[_id == $own][0]){ _type, "slug": slug.current }`,
        { work, own },
      )
      return found && WITH_PAGE.includes(found._type) ? hrefOf(found) : undefined
    },
    /** A link to the preview of one document's page. */
    async link(id: string, until: number): Promise<string> {
      return `${env.SITE_URL}/preview/shared?key=${await links.seal({ kind: 'shared', id, until })}`
    },
    openLink: links.open,
    /** The CORS headers by which the Studio, and no other site, may read an answer. */
    corsHeaders: (request: Request): Record<string, string> => ({
      Vary: 'Origin',
      ...(studioOrigin && request.headers.get('Origin') === studioOrigin
        ? { 'Access-Control-Allow-Origin': studioOrigin }
        : {}),
    }),
  }
}

/** Reads the perspective that the Studio names: `drafts`, `published`, or releases by name before it. Null for anything else. */
export function parsePerspective(text: string | null): string[] | null {
  const layers = (text || 'drafts').split(',')
  return layers.length <= 20 &&
    layers.every((layer) => /^[A-Za-z0-9_-]{1,64}$/.test(layer) && layer !== 'raw')
    ? layers
    : null
}

/** A path of this site, whatever an address tries to lead to. */
export function ownPath(path: string | null): string {
  const url = path ? URL.parse(path, 'http://site') : null
  return url?.origin === 'http://site' ? `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}` : '/'
}
