import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { rememberPlan } from '#app/checkout/plan-choice.server.ts'
import { documentPath } from '#app/content/document-path.ts'
import type { LogoDrawing, LogoDrawings } from '#app/layout/logo-drawing.server.ts'
import type { Services } from '#app/load-context.ts'
import { onBehalfOf } from '#app/request-id.server.ts'
import type { ReviewList } from '#app/reviews/review-list.server.ts'
import type { Dependency, Rendered } from '#app/server/page.ts'
import type { Address } from '#app/server/page-cache.ts'
import { BEFORE_REMIX } from '#app/server/site.ts'

/** Given as the reason, it saves Node from making an error with its stack. */
const OVER = 'rendered'

/**
 * Renders an address for everybody: Remix is given the path, the chosen plan and nothing else of the request that began
 * it. What its loaders read is written down.
 */
export function renderer(build: ServerBuild, services: Services, mode: string) {
  const handlerOf = handlers(build, mode)

  return async ({ path, plan }: Address, requestId: string): Promise<Rendered> => {
    const others: Dependency[] = []
    const done = new AbortController()
    const [cookie = ''] = plan === null ? [] : (await rememberPlan(plan, false)).split(';')
    const request = new Request(new URL(services.siteUrl).origin + path, {
      headers: cookie ? { Cookie: cookie } : {},
      signal: done.signal,
    })
    const reviews = {
      ...services.reviews,
      known() {
        const list = services.reviews.known()
        others.push(sameReviews(services.reviews, list))
        return list
      },
    }
    const logoDrawings: LogoDrawings = {
      ...services.logoDrawings,
      async of(settings) {
        const drawing = await services.logoDrawings.of(settings)
        others.push(sameLogo(services.logoDrawings.known(settings), drawing))
        return drawing
      },
    }
    others.push(sameYear(new Date().getUTCFullYear())) // the footer's
    try {
      const make = async () => {
        const response = await handlerOf(new URL(request.url).pathname)(request, {
          ...services,
          reviews,
          logoDrawings,
          requestId,
          address: '',
          build: build.assets.version,
          preview: null,
        })
        return { response, body: Buffer.from(await response.arrayBuffer()) }
      }
      const { made, readings } = await onBehalfOf(requestId, () => services.content.recorded(make))
      const { response, body } = made
      return { status: response.status, headers: response.headers, body, readings: [...readings, ...others] }
    } finally {
      // Remix's stream of data holds a timer of 5 s, and with it the whole page, until its request is over.
      done.abort(OVER)
    }
  }
}

// Made out here: a function made within the rendering would hold all of that for as long as the page is kept.
const sameReviews = (reviews: Services['reviews'], list: ReviewList | null): Dependency => ({
  isCurrent: () => reviews.known() === list,
})
const sameLogo = (known: () => LogoDrawing | null, drawing: LogoDrawing | null): Dependency => ({
  isCurrent: () => known() === drawing,
})
const sameYear = (year: number): Dependency => ({ isCurrent: () => new Date().getUTCFullYear() === year })

type RouteTree = {
  id: string
  path?: string
  index?: boolean
  caseSensitive?: boolean
  children: RouteTree[]
}

/** Looking for the routes of a path takes a twentieth of a rendering. */
const MOST_PATHS = 1_000

/** Tells which routes take a path: ids from the root on; none where no route does. */
function routeMatcher(build: ServerBuild): (path: string) => string[] {
  const childrenOf = (parentId: string | undefined): RouteTree[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined)
      .filter((route) => route.parentId === parentId)
      .map((route) => ({ ...route, children: childrenOf(route.id) }))
  const tree = childrenOf(undefined)
  const known = new Map<string, string[]>()
  return (path) => {
    const before = known.get(path)
    if (before) return before
    const ids = (matchRoutes(tree as never, documentPath(path)) ?? []).map(({ route }) => route.id ?? '')
    if (known.size >= MOST_PATHS) known.clear()
    known.set(path, ids)
    return ids
  }
}

/** Which addresses are of routes whose answers are the same for everybody: those that say so (app/layout/same-for-all.ts). */
export function sameForAllRoutes(build: ServerBuild) {
  const idsOf = routeMatcher(build)
  return {
    has(path: string): boolean {
      if (BEFORE_REMIX.has(path.split('/', 2)[1] ?? '')) return false
      const id = idsOf(path).at(-1)
      const handle = id === undefined ? undefined : build.routes[id]?.module.handle
      return (handle as { sameForAll?: boolean } | undefined)?.sameForAll === true
    },
    idsOf,
  }
}

/**
 * Remix's handler of a path. It is told of the routes that take the path and of no others: it looks for them four times in
 * a rendering, among all it knows, and each look costs as much as a block of the page.
 */
function handlers(build: ServerBuild, mode: string): (path: string) => RequestHandler {
  const idsOf = routeMatcher(build)
  const made = new Map<string, RequestHandler>()
  const all = createRequestHandler(build, mode)
  return (path) => {
    const ids = idsOf(path)
    if (ids.length === 0) return all
    const key = ids.join(' ')
    const handler = made.get(key) ?? createRequestHandler(withRoutes(build, ids), mode)
    made.set(key, handler)
    return handler
  }
}

function withRoutes(build: ServerBuild, ids: string[]): ServerBuild {
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)))
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  }
}
