import type { Request, RequestHandler, Response } from 'express'
import type { Env } from '#app/env.server.ts'
import { Budgets, type Spender } from '#app/host/embedded/budgets.ts'
import { postBudgets } from '#app/server/post-budgets.ts'

/** Choosing a plan and saving details: the site answers these without asking `<host>`, which has budgets of its own. */
const OWN_POSTS = /^\/checkout(?:\/plan)?(?:\.data)?\/*$/i

/** Refuses with 429 and Retry-After what one address (an office shares one) posts too often, to whatever address of the site. */
export function budgets(env: Env): RequestHandler {
  const perMinute = env.BUDGET_CHECKOUT_PER_MINUTE
  const spender = postBudgets(env)
  const checkout = budgeted(spender('checkout', { perMinute, perHour: perMinute * 60 }))
  const posts = budgeted(
    spender('posts', {
      perMinute: env.BUDGET_POSTS_PER_MINUTE,
      perHour: env.BUDGET_POSTS_PER_MINUTE * 60,
    }),
  )
  return (request, response, next) => {
    if (request.method !== 'POST') return next()
    // From the start of a path: looking for the slashes at an end costs half a second where 16,000 stand before it.
    const spend = OWN_POSTS.test(request.path) ? checkout : posts
    spend(request, response, next)
  }
}

/** The same for PayPal's webhooks, which PayPal sends again: of a forged one it may have to be asked, and it answers only so often. */
export const webhookBudget = ({ BUDGET_POSTS_PER_MINUTE: perMinute }: Env): RequestHandler =>
  budgeted(new Budgets({ perMinute, perHour: perMinute * 60 }))

/** Refuses with 429 and Retry-After what one address asks for more often than its budget. */
export function budgeted(budgets: Spender): RequestHandler {
  return async (request, response, next) => {
    const waitSeconds = await budgets.spend('post', request.ip ?? '')
    if (waitSeconds === 0) return next()
    response
      .status(429)
      .set('Retry-After', String(waitSeconds))
      .type('text')
      .send('Too many requests. Please wait a moment and try again.\n')
  }
}

const METHODS = ['GET', 'HEAD', 'POST']
/** Far more than any form of the site needs; a review is sent as typed, and may be long. */
const MAX_BODY_BYTES = 64 * 1024
/** More than anybody pastes; far less than would tell on memory or network. */
const HEARD_OUT_BYTES = 16 * 1024 * 1024

/**
 * Makes this answer the last of its connection. What its sender, or a proxy, is still sending is thrown away first, for as
 * long as a request may take: to a door that is closed before, the kernel takes the answer back (RFC 9112, 9.6).
 */
export function lastAnswer(request: Request, response: Response): Response {
  const { socket } = request
  const close = socket.destroySoon.bind(socket)
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > HEARD_OUT_BYTES) socket.destroy()
  })
  socket.destroySoon = () => {
    if (request.complete) return close()
    socket.end()
    request.once('end', close)
  }
  return response.set('Connection', 'close')
}

/** Refuses what no page of the site sends before anything reads it: other methods (405), bodies without end (411, 413). */
export const requestLimits: RequestHandler = (request, response, next) => {
  const { method, headers } = request
  const refuse = (status: number, text: string) =>
    void lastAnswer(request, response).status(status).type('text').send(`${text}\n`)
  if (!METHODS.includes(method)) {
    response.set('Allow', METHODS.join(', '))
    return refuse(405, 'This method is not allowed here.')
  }
  if (headers['transfer-encoding'] !== undefined) return refuse(411, 'A length is needed.')
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return refuse(
      413,
      'That is too long. Go back: your text is still there. Please shorten it and send it again.',
    )
  next()
}
