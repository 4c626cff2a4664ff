import { setTimeout as pause } from 'node:timers/promises'
import { alertOf } from '#app/checkout/alerts.ts'
import { SENT } from '#app/contact/enquiry-form.ts'
import type { Fields } from '#tests/support/enquiry-form.ts'
import { htmlToText } from '#tests/support/http.ts'
import { enquiryOf, reviewOf, Visitor } from '#tests/support/visitor.ts'

/** Between two actions of one visitor. */
const PAUSE_MS = 10
/** How long visitors without a response retry at the end. */
const FINAL_RETRIES_MS = 60_000
const PAID = alertOf({ kind: 'success', key: '' })?.text ?? ''

/** Acknowledged by the site: e-mail addresses of enquiries and buyers, texts of reviews. */
type Acknowledged = { enquiries: string[]; reviews: string[]; purchases: string[] }

/** Starts visitors who send enquiries and reviews and buy. They repeat each request until the site responds. */
export function startLoad(siteUrl: string, contactPage: string, mark: string) {
  const acknowledged: Acknowledged = { enquiries: [], reviews: [], purchases: [] }
  let until = Number.POSITIVE_INFINITY
  let count = 0
  const isOver = () => Date.now() > until

  type Answer = { status: number; html: string; location: string }
  const post = (visitor: Visitor, url: string, fields: Fields, isDone: (answer: Answer) => boolean) =>
    visitor.until(() => visitor.post(url, fields), isDone, isOver)
  const isRedirect = ({ status }: Answer) => status === 303

  async function enquire(visitor: Visitor, name: string): Promise<void> {
    const email = `${name}@example.com`
    const isSent = ({ html }: Answer) => html.includes(SENT)
    if (await post(visitor, '/contact-us', enquiryOf(contactPage, email), isSent))
      acknowledged.enquiries.push(email)
  }
  async function review(visitor: Visitor, name: string): Promise<void> {
    if (await post(visitor, '/?index', reviewOf(name), isRedirect)) acknowledged.reviews.push(name)
  }
  async function buy(visitor: Visitor, name: string): Promise<void> {
    const email = `${name}@example.com`
    const details = { firstName: 'Ann', lastName: 'Lee', email, phone: '302 555 0100' }
    const address = { city: 'Dover', state: 'DE', address: '1 Main Street', intent: 'save' }
    const isAt = (path: string) => (answer: Answer) => answer.location.includes(path)
    await post(visitor, '/checkout/plan', { plan: 'pro-closer' }, isRedirect)
    await post(visitor, '/checkout', { ...details, ...address }, isRedirect)
    const approval = await post(visitor, '/checkout/approve', {}, isAt('/checkoutnow?'))
    if (!approval) return
    const back = await post(visitor, approval.location, { outcome: 'approve' }, isAt('/checkout/return?'))
    if (!back) return
    const paid = await visitor.until(
      () => visitor.get(back.location).then(() => visitor.get('/checkout')),
      ({ html }) => htmlToText(html).includes(PAID),
      isOver,
    )
    if (paid) acknowledged.purchases.push(email)
  }

  async function repeat(action: (visitor: Visitor, name: string) => Promise<void>): Promise<void> {
    while (until === Number.POSITIVE_INFINITY) {
      const name = `${mark}-${++count}`
      await action(new Visitor(siteUrl, `203.0.${(count >> 8) % 256}.${count % 256}`), name)
      await pause(PAUSE_MS)
    }
  }
  const visitors = [enquire, enquire, review, buy].map(repeat)
  return {
    acknowledged,
    async stop(): Promise<void> {
      until = Date.now() + FINAL_RETRIES_MS
      await Promise.all(visitors)
    },
  }
}
