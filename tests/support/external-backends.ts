import { html, json, recordingHost } from '#app/host/recording-host.test-support.ts'
import { waitForPages } from '#tests/support/http.ts'
import { startProduct } from '#tests/support/product.ts'

type Respond = Parameters<typeof recordingHost>[0]
export type PaymentBackend = Awaited<ReturnType<typeof startPaymentBackend>>
export type FormsBackend = Awaited<ReturnType<typeof startFormsBackend>>

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

/** Starts a backend that answers the calls in `defaults`, by method and path, and 404 to others. */
async function scriptedBackend(defaults: Record<string, Respond>) {
  const answers = new Map<string, Respond>()
  const { url, requests, close } = await recordingHost((res, request, count) => {
    const call = `${request.method} ${request.path}`
    const respond = answers.get(call) ?? defaults[call] ?? html(404)
    respond(res, request, count)
  })
  return {
    url,
    close,
    requests: (method: string, path: string) =>
      requests.filter((request) => request.method === method && request.path === path),
    answer(method: string, path: string, respond: Respond | null) {
      if (respond) answers.set(`${method} ${path}`, respond)
      else answers.delete(`${method} ${path}`)
    },
    reset() {
      answers.clear()
      requests.length = 0
    },
  }
}

/** Starts a backend that accepts payments and has no reviews. */
export async function backendWithoutSite() {
  let orders = 0
  const { requests, answer, ...host } = await scriptedBackend({
    'GET /api/reviews': json([]),
    [`POST ${CREATE}`]: (...call) => json({ id: `ORDER${++orders}` })(...call),
    [`POST ${CAPTURE}`]: json({ status: 'COMPLETED' }),
    [`POST ${RECORD}`]: json({ ok: true }),
  })
  return {
    ...host,
    requests: (path: string) => requests('POST', path),
    answer: (path: string, respond: Respond | null) => answer('POST', path, respond),
  }
}

/** Starts a backend that accepts payments, and a site with PAYPAL_CLIENT_ID in front of it. */
export async function startPaymentBackend(worker: number) {
  const { close, ...host } = await backendWithoutSite()
  const product = await startProduct({
    worker: worker + 14,
    env: { ...NO_RATE_LIMITS, HOST_URL: host.url, PAYPAL_CLIENT_ID: CLIENT_ID },
  })
  await waitForPages(product.siteUrl)
  const stop = async () => {
    await product.stop()
    await close()
  }
  return { ...host, product, stop }
}

/** Starts a backend that answers calls 1 to 3 of specification section 7, with extra fields, and a site in front of it. */
export async function startFormsBackend(worker: number) {
  const reviews: unknown[] = []
  const { close, ...host } = await scriptedBackend({
    'POST /api/mail/contact': json({ queued: true, ticket: 7 }, 201),
    'GET /api/reviews': (...call) => json(reviews)(...call),
    'POST /api/reviews/create': (res, request, count) => {
      reviews.unshift({ _id: `r${count}`, __v: 0, likes: 3, ...(request.body as object) })
      json({ saved: true })(res, request, count)
    },
  })
  const product = await startProduct({ worker: worker + 20, env: { HOST_URL: host.url } })
  await waitForPages(product.siteUrl)
  const stop = async () => {
    await product.stop()
    await close()
  }
  return { ...host, product, reviews, stop }
}
