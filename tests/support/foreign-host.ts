import { html, json, recordingHost } from '#app/host/recording-host.test-support.ts'
import { test as base, WITH_PRODUCT } from '#tests/support/fixtures.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'

type Respond = Parameters<typeof recordingHost>[0]

type ForeignHost = {
  /** The site, with this host as `<host>`. */
  product: Product
  /** What the host was asked, oldest first. */
  requests: (method: string, path: string) => Awaited<ReturnType<typeof recordingHost>>['requests']
  /** How it answers a call from now on; null brings its usual answer back. */
  answer: (method: string, path: string, respond: Respond | null) => void
  /** What was posted as a review, newest first, and what was there before. */
  reviews: unknown[]
}

/**
 * `foreign`: a site whose `<host>` is not ours: it knows the first three calls of section 7 and nothing else, keeps no
 * headers, and adds fields of its own to its answers. Each test finds it answering as usual.
 */
export const test = base.extend<{ foreign: ForeignHost }, { foreignHost: ForeignHost }>({
  foreignHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, info) => {
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
      const product = await startProduct({ worker: info.parallelIndex + 20, env: { HOST_URL: host.url } })
      await use({
        product,
        reviews,
        requests: (method, path) =>
          host.requests.filter((request) => request.method === method && request.path === path),
        answer: (method, path, respond) => {
          if (respond) answers.set(`${method} ${path}`, respond)
          else answers.delete(`${method} ${path}`)
        },
      })
      await product.stop()
      await host.close()
    },
    WITH_PRODUCT,
  ],
  foreign: async ({ foreignHost }, use) => {
    for (const [method, path] of [
      ['POST', '/api/mail/contact'],
      ['GET', '/api/reviews'],
      ['POST', '/api/reviews/create'],
    ] as const)
      foreignHost.answer(method, path, null)
    await use(foreignHost)
  },
})
