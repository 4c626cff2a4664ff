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
    if (request.method !== 'POST' || !OWN_POSTS.includes(request.path)) return next()
    const waitSeconds = checkout.spend('checkout', request.ip ?? '')
    if (waitSeconds === 0) return next()
    response
      .status(429)
      .set('Retry-After', String(waitSeconds))
      .type('text')
      .send('Too many requests. Please wait a moment and try again.\n')
  }
}
