import type { RequestHandler } from 'express'
import type { Env } from '#app/env.server.ts'
import { Budgets } from '#app/host/embedded/budgets.ts'

/** Choosing a plan and saving details: the posts that the site answers without asking `<host>`, which has budgets of its own. */
const OWN_POSTS = ['/checkout', '/checkout.data', '/checkout/plan', '/checkout/plan.data']

/** Refuses with 429 and Retry-After what one address (an office shares one) posts too often. */
export function budgets(env: Env): RequestHandler {
  const perMinute = env.BUDGET_CHECKOUT_PER_MINUTE
  const checkout = new Budgets({ perMinute, perHour: perMinute * 60 })
  return (request, response, next) => {
    if (request.method !== 'POST' || !OWN_POSTS.includes(request.path.toLowerCase().replace(/\/+$/, '')))
      return next()
    const waitSeconds = checkout.spend('checkout', request.ip ?? '')
    if (waitSeconds === 0) return next()
    response
      .status(429)
      .set('Retry-After', String(waitSeconds))
      .type('text')
      .send('Too many requests. Please wait a moment and try again.\n')
  }
}

const METHODS = ['GET', 'HEAD', 'POST']
/** A review may be long and is sent as typed; the host takes 64 KB of JSON, which a form encodes in up to three times as much. */
const MAX_BODY_BYTES = 256 * 1024

/** Refuses what no page of the site sends before anything reads it: other methods (405), bodies without end (411, 413). */
export const requestLimits: RequestHandler = ({ method, headers }, response, next) => {
  const refuse = (status: number, text: string) =>
    void response.status(status).set('Connection', 'close').type('text').send(`${text}\n`)
  if (!METHODS.includes(method)) {
    response.set('Allow', METHODS.join(', '))
    return refuse(405, 'This method is not allowed here.')
  }
  if (headers['transfer-encoding'] !== undefined) return refuse(411, 'A length is needed.')
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return refuse(413, 'That is too much.')
  next()
}
