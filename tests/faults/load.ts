import { setTimeout as pause } from 'node:timers/promises'
import { alertOf } from '#app/checkout/alerts.ts'
import { SENT } from '#app/contact/enquiry-form.ts'
import { words } from '#tests/support/reading.ts'
import { enquiryOf, reviewOf, Visitor } from '#tests/support/visitor.ts'

/** Between two things that one visitor does: what is tested is not how much a machine bears. */
const PAUSE_MS = 10
/** After the end a visitor whom the site still owes an answer asks on for so long. */
const LAST_ANSWER_MS = 60_000
const PAID = alertOf({ kind: 'success', key: '' })?.text ?? ''

/** What the site has acknowledged: e-mail addresses of enquiries and of buyers, texts of reviews. */
type Acknowledged = { enquiries: string[]; reviews: string[]; purchases: string[] }

/**
 * Visitors who send enquiries and reviews and buy, one thing after another, while the site may fall: who gets no answer
 * sends the same again until there is one.
 */
export function startLoad(siteUrl: string, contactPage: string, mark: string) {
  const acknowledged: Acknowledged = { enquiries: [], reviews: [], purchases: [] }
  let until = Number.POSITIVE_INFINITY
  let count = 0
  const isOver = () => Date.now() > until

  async function enquire(visitor: Visitor, name: string): Promise<void> {
    const email = `${name}@example.com`
    const fields = enquiryOf(contactPage, email)
    const sent = await visitor.until(
      () => visitor.post('/contact-us', fields),
      ({ html }) => html.includes(SENT),
      isOver,
    )
    if (sent) acknowledged.enquiries.push(email)
  }
  async function review(visitor: Visitor, name: string): Promise<void> {
    const fields = reviewOf(name)
    const sent = await visitor.until(
      () => visitor.post('/?index', fields),
      ({ status }) => status === 303,
      isOver,
    )
    if (sent) acknowledged.reviews.push(name)
  }
  async function buy(visitor: Visitor, name: string): Promise<void> {
    const email = `${name}@example.com`
    const details = { firstName: 'Ann', lastName: 'Lee', email, phone: '302 555 0100' }
    const address = { city: 'Dover', state: 'DE', address: '1 Main Street', intent: 'save' }
    const moved = ({ status }: { status: number }) => status === 303
    const step = (url: string, fields: Record<string, string>) =>
      visitor.until(() => visitor.post(url, fields), moved, isOver)
    await step('/checkout/plan', { plan: 'pro-closer' })
    await step('/checkout', { ...details, ...address })
    const approval = await visitor.until(
      () => visitor.post('/checkout/approve', {}),
      ({ location }) => location.includes('/checkoutnow?'),
      isOver,
    )
    if (!approval) return
    const back = await visitor.until(
      () => visitor.post(approval.location, { outcome: 'approve' }),
      ({ location }) => location.includes('/checkout/return?'),
      isOver,
    )
    if (!back) return
    const paid = await visitor.until(
      () => visitor.get(back.location).then(() => visitor.get('/checkout')),
      ({ html }) => words(html).includes(PAID),
      isOver,
    )
    if (paid) acknowledged.purchases.push(email)
  }

  async function live(what: (visitor: Visitor, name: string) => Promise<void>): Promise<void> {
    while (until === Number.POSITIVE_INFINITY) {
      const name = `${mark}-${++count}`
      await what(new Visitor(siteUrl, `203.0.${(count >> 8) % 256}.${count % 256}`), name)
      await pause(PAUSE_MS)
    }
  }
  const lives = [enquire, enquire, review, buy].map(live)
  return {
    acknowledged,
    async stop(): Promise<void> {
      until = Date.now() + LAST_ANSWER_MS
      await Promise.all(lives)
    },
  }
}
