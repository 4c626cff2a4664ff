import { chosenPlan, PLAN_COOKIE } from '#app/checkout/plan-choice.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { HOST_PREFIX } from '#app/host/cookie.ts'
import { PREVIEW_COOKIE } from '#app/preview/preview.server.ts'
import { Page } from '#app/server/page.ts'
import type { Address, PageCache, Passing } from '#app/server/page-cache.ts'

/** The addresses that editors and routes make. Others are nobody's, and not worth keeping what is said of them. */
const PATH = /^\/(?:[a-z0-9_][a-z0-9._~-]*(?:\/[a-z0-9_][a-z0-9._~-]*)*)?$/
const MAX_PATH = 200
const cookieNamed = (name: string) => new RegExp(`(?:^|;\\s*)(?:${HOST_PREFIX})?${name}=`)
const IN_PREVIEW = cookieNamed(PREVIEW_COOKIE)
const HAS_CHOSEN = cookieNamed(PLAN_COOKIE)

export type Found = { page: Page | Passing; outcome: 'hit' | 'miss' }

type Routes = {
  /** Whether a path's answer is the same for everybody. */
  has(path: string): boolean
  /** The routes that take a path, from the root on. */
  idsOf(path: string): string[]
}

/** Finds the kept page of a request, or has it made. Of the request only path and chosen plan count, and Remix's `_routes`. */
export class Pages {
  readonly #cache: PageCache
  readonly #content: Content
  readonly #routes: Routes

  constructor(cache: PageCache, content: Content, routes: Routes) {
    this.#cache = cache
    this.#content = content
    this.#routes = routes
  }

  /** Undefined where the request is not for a page that is the same for everybody: then somebody else answers it. */
  find(
    cookie: string | undefined,
    path: string,
    query: string,
    requestId: string,
  ): Found | Promise<Found | undefined> | undefined {
    if (path.length > MAX_PATH || !PATH.test(path)) return undefined
    // An editor who previews sees drafts, and must not be seen by others.
    if (cookie !== undefined && IN_PREVIEW.test(cookie)) return undefined
    const address = query === '' || !path.endsWith('.data') ? path : this.#withRoutes(path, query)
    if (address === undefined) return undefined
    if (cookie !== undefined && HAS_CHOSEN.test(cookie) && !this.#cache.isSameForAll(address)) {
      if (!this.#routes.has(path)) return undefined
      return this.#findFor(cookie, address, query, requestId)
    }
    const page = this.#cache.peek({ path: address, plan: null })
    if (page) return { page, outcome: 'hit' }
    if (!this.#routes.has(path)) return undefined
    return this.#make({ path: address, plan: null }, query, requestId)
  }

  async #findFor(cookie: string, path: string, query: string, requestId: string): Promise<Found | undefined> {
    const asked = new Request('http://localhost/', { headers: { Cookie: cookie } })
    const plan = (await chosenPlan(asked, this.#content).catch(() => null))?.slug ?? null
    const page = this.#cache.peek({ path, plan })
    return page ? { page, outcome: 'hit' } : this.#make({ path, plan }, query, requestId)
  }

  async #make(address: Address, query: string, requestId: string): Promise<Found | undefined> {
    const page = await this.#cache.get(address, requestId)
    // A redirect takes the query along: who answers must have seen it.
    if (!(page instanceof Page) && query !== '') return undefined
    return { page, outcome: 'miss' }
  }

  /**
   * Remix asks for the data of some of a page's routes; in whatever order, the answer is the same. Without the page's own, any
   * address that somebody makes up would have one; with others', a page as many as there are choices of them.
   */
  #withRoutes(path: string, query: string): string | undefined {
    const given = new URLSearchParams(query).getAll('_routes')
    if (given.length === 0) return path
    const own = this.#routes.idsOf(path)
    const ids = [...new Set(given.join(',').split(','))].sort()
    if (given.length > 1 || !ids.includes(own.at(-1) ?? '') || !ids.every((id) => own.includes(id)))
      return undefined
    // As Remix writes it: what is purged at a CDN has to be letter for letter what browsers ask for.
    return `${path}?${new URLSearchParams({ _routes: ids.join(',') })}`
  }
}
