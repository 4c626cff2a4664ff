import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { approvalPage, unknownOrderPage } from '#app/paypal-sandbox/approval-page.ts'
import { BUYER, type Orders } from '#app/paypal-sandbox/orders.ts'
import { OUTCOMES } from '#app/paypal-sandbox/shapes.ts'

const outcomeSchema = z.enum(OUTCOMES)
const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Creates the routes for the buyer's browser, which the site relays. The random order id is the only credential. */
export function createBrowserRoutes(orders: Orders): Router {
  const file =
    (name: string): RequestHandler =>
    (_request, response) =>
      response.sendFile(name, { root: import.meta.dirname, cacheControl: false })

  /** Called by the panel of browser-sdk.js. */
  const approve: RequestHandler = ({ params, body }, response) => {
    const { success, data } = outcomeSchema.default('approve').safeParse(body.outcome)
    if (!success) response.status(422).json({ error: 'There is no such outcome' })
    else if (!orders.approve(params.id!, data))
      response.status(404).json({ error: 'There is no such order, or it is paid' })
    else response.json({ orderID: params.id, payerID: BUYER.payer_id })
  }

  /** The approval page and its form. */
  const page: RequestHandler = ({ method, query, body }, response) => {
    const token = String(query.token)
    const stored = orders.find(token)
    response.set('Content-Security-Policy', POLICY)
    if (!stored) return void response.status(404).send(unknownOrderPage())
    if (method !== 'POST') return void response.send(approvalPage(stored))
    const { success: isApproved, data } = outcomeSchema.safeParse(body.outcome)
    if (isApproved) orders.approve(token, data)
    const returnUrl = isApproved ? stored.returnUrl : stored.cancelUrl
    if (!returnUrl) return void response.send(approvalPage(stored, isApproved ? 'Approved.' : 'Cancelled.'))
    const target = new URL(returnUrl)
    target.searchParams.set('token', token)
    if (isApproved) target.searchParams.set('PayerID', BUYER.payer_id)
    response.set('Location', target.href).status(303).end()
  }

  const refuse: ErrorRequestHandler = (error, _request, response, next) => {
    if (error.status < 500) response.status(error.status).json({ error: 'The body could not be parsed' })
    else next(error)
  }

  return Router()
    .get('/sdk/js', file('browser-sdk.js'))
    .get('/sdk/style.css', file('browser-sdk.css'))
    .post('/orders/:id/approve', express.json({ type: () => true }), approve)
    .get('/checkoutnow', page)
    .post('/checkoutnow', express.urlencoded({ extended: false }), page)
    .use((_request, response) => void response.status(404).json({ error: 'There is nothing at this path' }))
    .use(refuse)
}
