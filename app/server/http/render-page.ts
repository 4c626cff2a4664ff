import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { rememberPlan } from '#app/checkout/plan-choice.server.ts'
import type { Reading } from '#app/content/store.server.ts'
import { runWithRequestId } from '#app/platform/request-id.server.ts'
import type { Services } from '#app/server/load-context.ts'

/** Cache key of a page: its path with the `_routes` query, and the slug of the chosen plan. */
export type PageAddress = { path: string; plan: string | null }

/** Content that a page depends on. */
export type Dependency = Pick<Reading, 'isCurrent' | 'validUntil'> & Partial<Pick<Reading, 'refresh'>>

export type Rendered = {
  status: number
  headers: Headers
  body: Buffer
  dependencies: Dependency[]
}

/** Returns a function that renders a page for everybody and records the content that its loaders read. */
export function pageRenderer(build: ServerBuild, services: Services, mode: string) {
  const handle = createRequestHandler(build, mode)

  return async ({ path, plan }: PageAddress, requestId: string): Promise<Rendered> => {
    const { recorded, reviews } = recordingServices(services)
    const [cookie = ''] = plan === null ? [] : (await rememberPlan(plan, false)).split(';')
    const abort = new AbortController()
    const request = new Request(new URL(path, services.siteUrl), {
      headers: cookie ? { Cookie: cookie } : {},
      signal: abort.signal,
    })
    const context = {
      ...services,
      reviews,
      requestId,
      address: '',
      preview: null,
      forCache: true,
    }
    const make = async () => {
      const response = await handle(request, context)
      return { response, body: Buffer.from(await response.arrayBuffer()) }
    }
    try {
      const { value, readings } = await runWithRequestId(requestId, () => services.content.record(make))
      const { status, headers } = value.response
      return { status, headers, body: value.body, dependencies: [...readings, ...recorded] }
    } finally {
      // Until the request is aborted, a 5 s timer of Remix's data stream keeps the page in memory.
      abort.abort()
    }
  }
}

/** The reviews and the footer's year don't come from the lake, so they are recorded here. */
function recordingServices({ reviews }: Services) {
  const recorded: Dependency[] = [sameYear(new Date().getUTCFullYear())]
  const recordingReviews: Services['reviews'] = {
    ...reviews,
    cached() {
      const list = reviews.cached()
      recorded.push({ isCurrent: () => reviews.cached() === list })
      return list
    },
  }
  return { recorded, reviews: recordingReviews }
}

const sameYear = (year: number): Dependency => ({ isCurrent: () => new Date().getUTCFullYear() === year })
