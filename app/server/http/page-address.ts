import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { chosenPlan, PLAN_COOKIE } from '#app/checkout/plan-choice.server.ts'
import { documentPath } from '#app/content/document-path.ts'
import { PREVIEW_COOKIE } from '#app/preview/preview.server.ts'
import type { PageAddress } from '#app/server/http/render-page.ts'
import type { Services } from '#app/server/load-context.ts'

/** The paths that routes and editors can create. */
const PAGE_PATH = /^\/(?:[a-z0-9_][a-z0-9._~-]*(?:\/[a-z0-9_][a-z0-9._~-]*)*)?$/
const MAX_PATH_CHARACTERS = 200
/** Matching the routes of a path takes 5 % of the time of a rendering. */
const MAX_KNOWN_PATHS = 1_000

type Route = { id: string; path?: string; index?: boolean; children: Route[] }

type Routes = {
  /** The routes that match a path, root first; empty if none does. */
  idsOf(path: string): string[]
  /** Whether the path shows a page. Other routes answer with data or a file. */
  isPage(path: string): boolean
  /** Whether the response is the same for everybody (app/layout/cacheable-route.ts). */
  isCacheable(path: string): boolean
}

/** Returns a function that computes the cache key of a request; undefined if the response is personal. */
export function pageAddresses(routes: Routes, { content, previews }: Pick<Services, 'content' | 'previews'>) {
  return async (request: Request): Promise<PageAddress | undefined> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const { path } = request
    if (path.length > MAX_PATH_CHARACTERS || !PAGE_PATH.test(path) || !routes.isCacheable(path))
      return undefined
    const { cookie } = request.headers
    // An invalid preview cookie is ignored.
    if (cookie?.includes(`${PREVIEW_COOKIE}=`) && (await previews.cookie.read(requestWithCookie(cookie))))
      return undefined
    const page = path.endsWith('.data') ? withRoutes(path, request.query._routes) : path
    if (page === undefined) return undefined
    const plan = cookie?.includes(`${PLAN_COOKIE}=`)
      ? await chosenPlan(requestWithCookie(cookie), content).catch(() => null)
      : null
    return { path: page, plan: plan?.slug ?? null }
  }

  /** Only the page's own route ids are accepted; otherwise anyone could fill the cache with combinations. */
  function withRoutes(path: string, requested: unknown): string | undefined {
    if (requested === undefined) return path
    const own = routes.idsOf(path)
    const ids = typeof requested === 'string' ? [...new Set(requested.split(','))].sort() : []
    if (!ids.includes(own.at(-1) ?? '') || !ids.every((id) => own.includes(id))) return undefined
    // Written as Remix does, so that a CDN purges exactly the address that browsers request.
    return `${path}?${new URLSearchParams({ _routes: ids.join(',') })}`
  }
}

const requestWithCookie = (cookie: string) => ({ headers: new Headers({ Cookie: cookie }) })

/** Looks up paths in the routes of a build. */
export function createRoutes(build: ServerBuild): Routes {
  const childrenOf = (parentId: string | undefined): Route[] =>
    Object.values(build.routes)
      .filter((route) => route?.parentId === parentId)
      .map((route) => ({ ...route!, children: childrenOf(route!.id) }))
  const tree = childrenOf(undefined)
  const known = new LRUCache<string, string[]>({ max: MAX_KNOWN_PATHS })
  const idsOf = (path: string): string[] => {
    const ids =
      known.get(path) ??
      (matchRoutes(tree as never, documentPath(path)) ?? []).map(({ route }) => route.id ?? '')
    known.set(path, ids)
    return ids
  }
  const moduleOf = (path: string) => build.routes[idsOf(path).at(-1) ?? '']?.module
  return {
    idsOf,
    isPage: (path) => moduleOf(path)?.default !== undefined,
    isCacheable: (path) => (moduleOf(path)?.handle as { cacheable?: boolean })?.cacheable === true,
  }
}
