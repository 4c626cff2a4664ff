import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Env } from '#app/env.server.ts'
import { Budgets, type Spender } from '#app/host/embedded/budgets.ts'
import { postBudgets } from '#app/server/post-budgets.ts'
import { asksForPage, refuse } from '#app/server/refusal.ts'
import { xml } from '#app/xml.ts'

/** Far more than any form of the site needs; a review is sent as typed, and may be long. */
const MAX_BODY_BYTES = 64 * 1024
const readForm = express.text({ type: 'application/x-www-form-urlencoded', limit: MAX_BODY_BYTES })
/** Far more than any form of the site has: 64 KB of them would take a refusal longer than what it refuses. */
const MAX_FIELDS = 100

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

/**
 * Refuses with 429 and Retry-After what one address asks for more often than its budget. What a form sent stands in the
 * answer's page, to be sent again: not every browser has it on the way back.
 */
export function budgeted(budgets: Spender): RequestHandler {
  return async (request, response, next) => {
    const waitSeconds = await budgets.spend('post', request.ip ?? '')
    if (waitSeconds === 0) return next()
    response.set('Retry-After', String(waitSeconds))
    const say = (form?: string) =>
      refuse(request, response, {
        status: 429,
        heading: 'Please wait a moment',
        text: `More has come from your network in a short time than this site takes, so this was not sent. Try again in ${inWords(waitSeconds)}.`,
        more: form
          ? `<p>Nothing is lost: send it from here then, or go back.</p>${form}`
          : '<p>Go back: what you typed is still there.</p>',
      })
    if (!asksForPage(request)) return say()
    readForm(request, response, (error) => say(error ? undefined : formOf(request.body)))
  }
}

/** Sends again, from the page that it stands in, what a form sent; undefined for what no form of the site did. */
function formOf(body: unknown): string | undefined {
  if (typeof body !== 'string' || body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return undefined
  const fields = [...new URLSearchParams(body)].map(
    ([name, value]) => `<input type="hidden" name="${xml(name)}" value="${xml(value)}">`,
  )
  return `<form method="post">${fields.join('')}<button>Send again</button></form>`
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const METHODS = ['GET', 'HEAD', 'POST']
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
  const end = (status: number, heading: string, text: string) =>
    refuse(request, lastAnswer(request, response), { status, heading, text })
  if (!METHODS.includes(method)) {
    response.set('Allow', METHODS.join(', '))
    return end(405, 'This method is not allowed here', `Allowed are ${METHODS.join(', ')}.`)
  }
  if (headers['transfer-encoding'] !== undefined)
    return end(411, 'A length is needed', 'Say in Content-Length how long it is.')
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return end(
      413,
      'That is too long',
      'Go back: your text is still there. Please shorten it and send it again.',
    )
  next()
}
