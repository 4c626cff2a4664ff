import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { SENT } from '#app/contact/enquiry-form.ts'
import { ROUTES } from '#tests/support/routes.ts'
import { enquiryOf, reviewOf, Visitor } from '#tests/support/visitor.ts'

const VISITORS = 8
const SAMPLES = 20
const PUBLISH_EVERY = 200

/** What the site's process holds. */
type Sample = { handles: number; residentMb: number }

function sampleOf(pid: number): Sample {
  const handles = readdirSync(`/proc/${pid}/fd`).length
  const [, kb = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { handles, residentMb: Math.round(Number(kb) / 1_024) }
}

/** What visitors do, of 100: pages, some of them made up, searches, questions, enquiries, reviews, choices. */
async function once(visitor: Visitor, turn: number, contactPage: string): Promise<number> {
  const kind = (turn * 37) % 100
  if (kind < 60) return (await visitor.get(ROUTES[turn % ROUTES.length] ?? '/')).status
  if (kind < 65) return (await visitor.get(`/made-up-${turn}`)).status
  if (kind < 72) return (await visitor.get(`/search?q=lead+${turn % 50}`)).status
  if (kind < 77) return (await visitor.get('/reviews')).status
  if (kind < 85) return (await visitor.post('/chat', { message: `What does plan ${turn % 9} cost?` })).status
  if (kind < 90) return (await visitor.post('/checkout/plan', { plan: 'pro-closer' })).status
  if (kind < 94) return (await visitor.get('/checkout')).status
  if (kind < 97) return (await visitor.post('/?index', reviewOf(`soak ${turn}`))).status
  const { status, html } = await visitor.post(
    '/contact-us',
    enquiryOf(contactPage, `soak-${turn}@example.com`),
  )
  expect(html).toContain(SENT)
  return status
}

/** Mixed requests of some visitors at once, while an editor publishes. Resolves to what the process held on the way. */
export async function soak(
  { siteUrl, pid, contactPage }: { siteUrl: string; pid: number; contactPage: string },
  requests: number,
  publish: (count: number) => Promise<unknown>,
): Promise<{ samples: Sample[]; statuses: Map<number, number> }> {
  const samples: Sample[] = []
  const statuses = new Map<number, number>()
  let turn = 0
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      while (turn < requests) {
        const own = turn++
        const visitor = new Visitor(siteUrl, `198.51.${(own >> 8) % 256}.${own % 256}`)
        const status = await once(visitor, own, contactPage)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (own % PUBLISH_EVERY === 0) await publish(own / PUBLISH_EVERY)
        if ((own + 1) % Math.floor(requests / SAMPLES) === 0) samples.push(sampleOf(pid))
      }
    }),
  )
  return { samples, statuses }
}
