import { html, json, recordingHost } from '#app/host/recording-host.test-support.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { pagesShown } from '#tests/support/reading.ts'

type Respond = Parameters<typeof recordingHost>[0]
type Requests = Awaited<ReturnType<typeof recordingHost>>['requests']

/** Rate limits that no test reaches. */
export const NO_RATE_LIMITS = {
  BUDGET_PER_MINUTE: '100000',
  BUDGET_PER_HOUR: '100000',
  BUDGET_CHECKOUT_PER_MINUTE: '100000',
  BUDGET_READS_PER_MINUTE: '100000',
}
export const CLIENT_ID = 'client-id-of-this-test'

export const CREATE = '/api/paypal/create_order'
export const CAPTURE = '/api/paypal/complete_order'
export const RECORD = '/api/paypal/complete'

/** A foreign backend that takes payments, and the site in front of it. */
export type PayingHost = {
  product: Product
  url: string
  /** The requests to a path of calls 4 to 6, oldest first. */
  asked: (path: string) => Requests
  /** Sets the answer for a path; null brings the usual answer back. */
  answer: (path: string, respond: Respond | null) => void
  /** Brings all usual answers back and forgets the requests. */
  usual: () => void
  stop: () => Promise<void>
}

/** A foreign backend that takes enquiries and reviews, and the site in front of it. */
export type ForeignHost = {
  product: Product
  /** The requests to a call, oldest first. */
  requests: (method: string, path: string) => Requests
  /** Sets the answer for a call; null brings the usual answer back. */
  answer: (method: string, path: string, respond: Respond | null) => void
  /** The posted reviews, newest first. */
  reviews: unknown[]
  stop: () => Promise<void>
}

/** A backend that answers only the paths of specification section 7. */
export async function bareHost() {
  const answers = new Map<string, Respond>()
  let orders = 0
  const usual: Record<string, Respond> = {
    'GET /api/reviews': json([]),
    [`POST ${CREATE}`]: (res, request, count) => json({ id: `ORDER${++orders}` })(res, request, count),
    [`POST ${CAPTURE}`]: json({ status: 'COMPLETED' }),
    [`POST ${RECORD}`]: json({ ok: true }),
  }
  const host = await recordingHost((res, request, count) => {
    const respond = answers.get(request.path) ?? usual[`${request.method} ${request.path}`] ?? html(404)
    respond(res, request, count)
  })
  return {
    url: host.url,
    asked: (path: string) => host.requests.filter((request) => request.path === path),
    answer(path: string, respond: Respond | null) {
      if (respond) answers.set(path, respond)
      else answers.delete(path)
    },
    usual() {
      answers.clear()
      host.requests.length = 0
    },
    close: host.close,
  }
}

/** Starts a backend that takes payments, and a site with PAYPAL_CLIENT_ID in front of it. */
export async function startPayingHost(worker: number): Promise<PayingHost> {
  const { close, ...host } = await bareHost()
  const product = await startProduct({
    worker: worker + 14,
    env: { ...NO_RATE_LIMITS, HOST_URL: host.url, PAYPAL_CLIENT_ID: CLIENT_ID },
  })
  await pagesShown(product.siteUrl)
  const stop = async () => {
    await product.stop()
    await close()
  }
  return { ...host, product, stop }
}

/**
 * Starts a backend that answers only the first three calls of specification section 7, with fields of its own, and a site
 * in front of it.
 */
export async function startForeignHost(worker: number): Promise<ForeignHost> {
  const answers = new Map<string, Respond>()
  const reviews: unknown[] = []
  const usual: Record<string, Respond> = {
    'POST /api/mail/contact': json({ queued: true, ticket: 7 }, 201),
    'GET /api/reviews': (res, request, count) => json(reviews)(res, request, count),
    'POST /api/reviews/create': (res, request, count) => {
      reviews.unshift({ _id: `r${count}`, __v: 0, likes: 3, ...(request.body as object) })
      json({ saved: true })(res, request, count)
    },
  }
  const host = await recordingHost((res, request, count) => {
    const call = `${request.method} ${request.path}`
    const respond = answers.get(call) ?? usual[call] ?? html(404)
    respond(res, request, count)
  })
  const product = await startProduct({ worker: worker + 20, env: { HOST_URL: host.url } })
  await pagesShown(product.siteUrl)
  return {
    product,
    reviews,
    requests: (method, path) =>
      host.requests.filter((request) => request.method === method && request.path === path),
    answer(method, path, respond) {
      if (respond) answers.set(`${method} ${path}`, respond)
      else answers.delete(`${method} ${path}`)
    },
    async stop() {
      await product.stop()
      await host.close()
    },
  }
}
