import express, { type RequestHandler } from 'express'
import onHeaders from 'on-headers'
import type { Env } from '#app/platform/environment.server.ts'
import { createRateLimiter, openRateLimitPool, type RateLimiter } from '#app/platform/rate-limit.ts'
import { escapeXml } from '#app/platform/xml.ts'
import { acceptsHtml, refuse } from '#app/server/http/refusal.ts'
import { log } from '#app/server/log.ts'

/** More than any form of the site needs. */
const MAX_BODY_BYTES = 64 * 1024
const METHODS = ['GET', 'HEAD', 'POST']
/** The Studio calls these from another origin (app/staff/staff.server.ts). */
const PREFLIGHTED = /^\/api\/staff\//i
/** Uncached requests that are loading, rendering or waiting at the same time. */
const MAX_IN_FLIGHT = { pages: 48, others: 100 }
const RETRY_AFTER_S = 2

/** Refuses other methods (405) and bodies without length (411) or too long (413) before the body is read. */
export const requestLimits: RequestHandler = (request, response, next) => {
  const { method, headers } = request
  const end = (status: number, heading: string, text: string) =>
    refuse(request, response, { status, heading, text })
  if (!METHODS.includes(method) && !(method === 'OPTIONS' && PREFLIGHTED.test(request.path))) {
    response.set('Allow', METHODS.join(', '))
    return end(405, 'This method is not allowed here', `Allowed are ${METHODS.join(', ')}.`)
  }
  if (headers['transfer-encoding'] !== undefined)
    return end(411, 'A length is needed', 'Send the length in the Content-Length header.')
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return end(
      413,
      'That is too long',
      'Go back: your text is still there. Please shorten it and send it again.',
    )
  next()
}

/** Refuses with 503 while too many uncached GETs are in flight. A request counts until its headers are sent. */
export function inFlightLimit(isPage: (path: string) => boolean, limits = MAX_IN_FLIGHT): RequestHandler {
  const inFlight = { pages: 0, others: 0 }
  return (request, response, next) => {
    if (request.method === 'POST') return next()
    const kind = isPage(request.path) ? 'pages' : 'others'
    if (inFlight[kind] >= limits[kind]) {
      response.set('Retry-After', `${RETRY_AFTER_S}`)
      return refuse(request, response, {
        status: 503,
        heading: 'Many visitors are here right now',
        text: 'Please reload this page in a few seconds.',
      })
    }
    inFlight[kind]++
    let counts = true
    const done = () => {
      if (counts) inFlight[kind]--
      counts = false
    }
    onHeaders(response, done)
    response.once('close', done)
    next()
  }
}

/** Limits uncached reads per client network, which may be a whole office. */
export const readLimit = ({ BUDGET_READS_PER_MINUTE: perMinute }: Env): RequestHandler => {
  const limit = rateLimit(createRateLimiter({ perMinute }))
  return (request, response, next) => (request.method === 'POST' ? next() : limit(request, response, next))
}

/** Choosing a plan and saving details, which the site answers without the backend. */
const OWN_POSTS = /^\/checkout(?:\/plan)?(?:\.data)?\/*$/i

/** Limits posts per client network. With PostgreSQL, all copies of the site count together. */
export function postLimits(env: Env): RequestHandler {
  const { DATABASE_URL: databaseUrl, embeddedHost } = env
  const pool = databaseUrl && embeddedHost ? openRateLimitPool(databaseUrl, log) : undefined
  const limitOf = (name: string, perMinute: number) =>
    rateLimit(createRateLimiter({ perMinute }, pool && { name: `site-${name}`, pool }))
  const checkout = limitOf('checkout', env.BUDGET_CHECKOUT_PER_MINUTE)
  const posts = limitOf('posts', env.BUDGET_POSTS_PER_MINUTE)
  return (request, response, next) => {
    if (request.method !== 'POST') return next()
    const limit = OWN_POSTS.test(request.path) ? checkout : posts
    limit(request, response, next)
  }
}

/** Limits relayed requests, because a forged webhook may cost a request to PayPal. */
export const relayLimit = ({ BUDGET_POSTS_PER_MINUTE: perMinute }: Env): RequestHandler =>
  rateLimit(createRateLimiter({ perMinute }))

/** Refuses with 429 and Retry-After. The page contains the submitted form, because not every browser restores it. */
export function rateLimit(limiter: RateLimiter): RequestHandler {
  return async (request, response, next) => {
    const waitSeconds = await limiter(request.ip ?? '')
    if (waitSeconds === 0) return next()
    response.set('Retry-After', String(waitSeconds))
    const isPost = request.method === 'POST'
    const end = (form?: string) =>
      refuse(request, response, {
        status: 429,
        heading: 'Please wait a moment',
        text: `More has come from your network in a short time than this site takes${isPost ? ', so this was not sent' : ''}. Try again in ${inWords(waitSeconds)}.`,
        more: form
          ? `<p>Nothing is lost: send it from here then, or go back.</p>${form}`
          : isPost
            ? '<p>Go back: what you typed is still there.</p>'
            : '',
      })
    if (!isPost || !acceptsHtml(request)) return end()
    readForm(request, response, (error) => end(error ? undefined : formOf(request.body)))
  }
}

const readForm = express.text({ type: 'application/x-www-form-urlencoded', limit: MAX_BODY_BYTES })
/** Limits the cost of a refusal. */
const MAX_FIELDS = 100

/** A form that resubmits the same fields; undefined for a body that no form of the site sends. */
function formOf(body: unknown): string | undefined {
  if (typeof body !== 'string' || body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return undefined
  const fields = [...new URLSearchParams(body)].map(
    ([name, value]) => `<input type="hidden" name="${escapeXml(name)}" value="${escapeXml(value)}">`,
  )
  return `<form method="post">${fields.join('')}<button>Send again</button></form>`
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
