import { z } from 'zod'
import { PAGE_QUERIES } from '#app/blocks/query.ts'
import { type Content, createContent } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { editorClient, type LakeSettings } from '#app/content/lake.server.ts'
import type { Env } from '#app/platform/environment.server.ts'
import { sealedCookie, sealer } from '#app/platform/sealed-cookie.server.ts'
import { createDraftChanges } from '#app/preview/draft-changes.server.ts'
import { draftReader } from '#app/preview/draft-content.server.ts'
import { consumeSecret } from '#app/preview/secret.server.ts'
import { shareLinkReader, unpublishedAndPublishedId } from '#app/preview/share-link-content.server.ts'

export const PREVIEW_COOKIE = 'preview'
/** The duration of an editor's preview. */
const STUDIO_PREVIEW_MS = 12 * 60 * 60 * 1000
/** The cookie outlives the preview, so that the page can say that the preview has expired. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60

/** Document types with a page of their own. */
const TYPES_WITH_PAGE = ['page', 'policy', 'article']

const studioPreview = z.object({
  kind: z.literal('studio'),
  /** Release names and `drafts`, in descending priority. */
  perspective: z.array(z.string()).min(1),
  until: z.number(),
})
const sharedLink = z.object({
  kind: z.literal('shared'),
  /** The id of the draft, the version or the published document. */
  id: z.string(),
  until: z.number(),
})
const sharedPreview = sharedLink.extend({
  /** The document's path when the link was opened. The preview shows no other page. */
  path: z.string(),
})
const preview = z.discriminatedUnion('kind', [studioPreview, sharedPreview])

/** The unpublished content that a request may see. `until` is epoch ms. */
export type Preview = z.infer<typeof preview>

export type Previews = ReturnType<typeof createPreviews>

type PreviewSettings = LakeSettings & Pick<Env, 'DATA_DIR' | 'SITE_URL' | 'STUDIO_URL'>

/**
 * Decides who sees which drafts. An editor has a secret that the Studio wrote into the lake. A guest has a link that the
 * site sealed for one page. Both get a sealed cookie.
 */
export function createPreviews(env: PreviewSettings, secret: string) {
  const secure = env.SITE_URL.startsWith('https:')
  // Browsers send only such a cookie if a Studio on another site frames this one.
  const cookie = sealedCookie(PREVIEW_COOKIE, preview, secret, {
    maxAge: COOKIE_SECONDS,
    ...(secure && { secure, sameSite: 'none' as const, partitioned: true }),
  })
  const links = sealer('preview-link', sharedLink, secret)
  const studioOrigin = env.STUDIO_URL && new URL(env.STUDIO_URL).origin

  return {
    cookie,
    /** Returns an editor's valid preview. Undefined for anybody else. */
    async readEditorPreview(request: Request) {
      const preview = await cookie.read(request)
      return preview?.kind === 'studio' && preview.until > Date.now() ? preview : undefined
    },
    changes: createDraftChanges(() => editorClient(env)),
    studioUrl: env.STUDIO_URL,
    studioOrigin,
    /** Returns the reason why previews are off. Undefined if they are on. */
    missingSetting(): string | undefined {
      if (!env.STUDIO_URL)
        return 'STUDIO_URL is not set: the site does not know which Studio may open a preview.'
      if (editorClient(env)) return undefined
      return env.localLake
        ? 'The local lake has no token yet: is it running with the same DATA_DIR?'
        : 'SANITY_API_TOKEN is not set: the site needs a token with editor rights to read drafts.'
    },
    /** Resolves to true once for each secret that an editor's Studio created in the last hour. */
    async acceptSecret(studioSecret: string): Promise<boolean> {
      const client = editorClient(env)
      return client ? consumeSecret(client, studioSecret) : false
    },
    /** Returns the content that the preview shows. Null without access to drafts. */
    content(preview: Preview): Content | null {
      const client = editorClient(env)
      if (!client) return null
      return createContent(
        preview.kind === 'studio'
          ? draftReader(client, { perspective: preview.perspective, studioUrl: env.STUDIO_URL })
          : shareLinkReader(client, preview.id),
        PAGE_QUERIES,
      )
    },
    newEditorPreview: (perspective: string[]): Preview => ({
      kind: 'studio',
      perspective,
      until: Date.now() + STUDIO_PREVIEW_MS,
    }),
    /** Returns the path of a draft's, version's or document's page. Undefined without one. */
    async pathOf(id: string): Promise<string | undefined> {
      const [unpublished, published] = unpublishedAndPublishedId(id)
      const found = await editorClient(env)?.fetch<Parameters<typeof hrefOf>[0] | null>(
        `coalesce(*[_id == $unpublished][0], *[_id == $published][0]){ _type, "slug": slug.current }`,
        { unpublished, published },
      )
      return found && TYPES_WITH_PAGE.includes(found._type) ? hrefOf(found) : undefined
    },
    /** Returns a share link for one document's page. `until` is epoch ms. */
    async link(id: string, until: number): Promise<string> {
      return `${env.SITE_URL}/preview/shared?key=${await links.seal({ kind: 'shared', id, until })}`
    },
    openLink: links.open,
    /** CORS headers that let the Studio, and no other site, read a response. */
    corsHeaders: (request: Request): Record<string, string> => ({
      Vary: 'Origin',
      ...(studioOrigin && request.headers.get('Origin') === studioOrigin
        ? { 'Access-Control-Allow-Origin': studioOrigin }
        : {}),
    }),
  }
}

/** Parses the Studio's perspective: `drafts`, `published`, or release names before it. Returns null for anything else. */
export function parsePerspective(text: string | null): string[] | null {
  const layers = (text || 'drafts').split(',')
  return layers.length <= 20 &&
    layers.every((layer) => /^[A-Za-z0-9_-]{1,64}$/.test(layer) && layer !== 'raw')
    ? layers
    : null
}

/** Returns the path if it is on this site, else `/`. */
export function sameSitePath(path: string | null): string {
  const url = path ? URL.parse(path, 'http://site') : null
  return url?.origin === 'http://site' ? `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}` : '/'
}
