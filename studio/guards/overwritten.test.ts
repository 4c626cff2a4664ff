import type { SanityClient } from '@sanity/client'
import { expect, test } from 'vitest'
import { overwritten } from '#studio/guards/overwritten.ts'
import { publishFacts, publishWith } from '#studio/publish/facts.ts'
import { completeRelease, releaseFacts } from '#studio/publish/release-facts.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const PLAN = 'plan-hot-seller-lead'
const document = (fields: object) => ({ _id: PLAN, _type: 'plan', ...fields }) as StoredDocument

test('what was changed there and is not so here is taken back', () => {
  const base = { title: 'A', price: 99, summary: 'One' }
  const theirs = document({ ...base, price: 120, features: ['New'] })
  expect(overwritten(base, theirs, document({ ...base, title: 'B' }))).toEqual([
    '“Price (USD)”',
    '“Features”',
  ])
  expect(overwritten(base, theirs, document({ ...base, price: 120, features: ['New'], title: 'B' }))).toEqual(
    [],
  )
  expect(overwritten(base, document({ price: 99 }), document(base))).toEqual(['“Title”', '“In a sentence”'])
})

test('who changes one block takes nothing back of another', () => {
  const block = (key: string, heading: string) => ({ _key: key, _type: 'statement', heading })
  const page = (...blocks: object[]) => ({ _id: 'p', _type: 'page', blocks }) as StoredDocument
  const base = page(block('a', 'A'), block('b', 'B'))
  const theirs = page(block('a', 'A by them'), block('b', 'B'))
  expect(overwritten(base, theirs, page(block('a', 'A by them'), block('b', 'B by us')))).toEqual([])
  expect(overwritten(base, theirs, page(block('a', 'A'), block('b', 'B by us')))).toEqual(['“Blocks”'])
  expect(overwritten(base, page(block('a', 'A')), base)).toEqual(['“Blocks”'])
  expect(overwritten(base, page(...(base.blocks as object[]), block('c', 'C')), base)).toEqual(['“Blocks”'])
})

test('another order of the same blocks is taken back too, but where both have one', () => {
  const page = (...blocks: string[]) =>
    ({
      _id: 'p',
      _type: 'page',
      blocks: blocks.map((block) => ({ _key: block[0], _type: 'statement', heading: block })),
    }) as unknown as StoredDocument
  const base = page('a', 'b', 'c')
  const theirs = page('c', 'a', 'b')
  expect(overwritten(base, theirs, page('a', 'b by us', 'c', 'd'))).toEqual(['“Blocks”'])
  expect(overwritten(base, theirs, page('c', 'a', 'b by us'))).toEqual([])
  expect(overwritten(base, theirs, page('b', 'a', 'c'))).toEqual([])
  expect(overwritten(base, page('d', 'a', 'b', 'c'), page('d', 'a', 'b', 'c by us'))).toEqual([])
})

test('what both changed was meant so here, but for a paragraph, which has several sentences', () => {
  const paragraph = (text: string) => ({
    _id: 'f',
    _type: 'faqItem',
    question: text,
    answer: [{ _key: 'a', _type: 'block', children: [{ _key: 's', _type: 'span', text }] }],
  })
  const base = paragraph('One, tow. Three.')
  expect(overwritten(base, paragraph('One, two. Three.'), paragraph('One, tow. Four.'))).toEqual(['“Answer”'])
})

async function release(client: SanityClient, name: string, change: object, id = PLAN) {
  const releaseId = `r${name}`
  await client.releases.create({ releaseId, metadata: { title: name, releaseType: 'asap' } })
  await client.createVersion({ baseId: id, publishedId: id, releaseId })
  await client.patch(`versions.${releaseId}.${id}`).set(change).commit()
  return releaseId
}

async function draft(client: SanityClient, change: object, id = PLAN) {
  const { _rev, ...published } = (await client.getDocument(id))!
  await client.createOrReplace({ ...published, ...change, _id: `drafts.${id}` } as never)
}

const asksOfRelease = async (client: SanityClient, releaseId: string, publishAt?: string) =>
  (await releaseFacts(client, releaseId, publishAt)).flatMap(({ facts }) =>
    facts.questions.map(({ text }) => text),
  )
const asksOfDraft = async (client: SanityClient, id = PLAN) =>
  ((await publishFacts(client, id))?.questions ?? []).map(({ text }) => text)

const OVERTAKEN = /^Something else was published here after this was begun: “Price \(USD\)”\./

test('a release or a draft that is older than what another release published asks before it takes that back', async () => {
  const client = await seededClient()
  const [first, second] = [
    await release(client, 'First', { price: 289 }),
    await release(client, 'Second', { features: ['Only here'] }),
  ]
  await draft(client, { summary: 'For sellers' })
  expect([await asksOfRelease(client, second), await asksOfDraft(client)]).toEqual([[], []])
  await client.releases.publish({ releaseId: first })
  expect([await asksOfRelease(client, second), await asksOfDraft(client)]).toEqual([
    [expect.stringMatching(OVERTAKEN)],
    [expect.stringMatching(OVERTAKEN)],
  ])

  // Two publishes later, and with what the first one changed taken over, only the second one's is left.
  await client.releases.publish({ releaseId: second })
  await client.patch(`drafts.${PLAN}`).set({ price: 299 }).commit()
  expect(await asksOfDraft(client)).toEqual([expect.stringContaining('begun: “Features”.')])

  await client.delete(`drafts.${PLAN}`)
  await draft(client, { features: ['Neither'], summary: 'For sellers' })
  expect(await asksOfDraft(client)).toEqual([])
})

test.each([
  ['refuses', () => Promise.reject(new Error('Gone'))],
  ['answers in other words', () => Promise.resolve('<html>')],
])('a history that %s keeps nobody from publishing, and tells nothing', async (_what, answer) => {
  const client = await seededClient()
  const first = await release(client, 'First', { price: 289 })
  await draft(client, { summary: 'For sellers' })
  await client.releases.publish({ releaseId: first })
  const gone = 'plan-commercial-lead'
  const later = 'rLater'
  await client.releases.create({ releaseId: later, metadata: { title: 'Later', releaseType: 'asap' } })
  await client.createVersion({ baseId: gone, publishedId: gone, releaseId: later })
  await client.delete(gone)
  client.request = answer as typeof client.request
  expect([await asksOfDraft(client), await asksOfRelease(client, later)]).toEqual([[], []])
})

test('a history that fails halfway does not take what a draft leaves out for what was published meanwhile', async () => {
  const client = await seededClient()
  const first = await release(client, 'First', { price: 289 })
  await draft(client, { price: 289, summary: undefined })
  await client.releases.publish({ releaseId: first })
  const request = client.request.bind(client)
  client.request = ((options: { url: string }) =>
    options.url.endsWith(`/documents/${PLAN}`)
      ? Promise.reject(new Error('Gone'))
      : request(options)) as typeof client.request
  expect(await asksOfDraft(client)).toEqual([])
})

test('what a scheduled release would take back is said before, whichever of the two goes out first', async () => {
  const client = await seededClient()
  const [scheduled, other] = [
    await release(client, 'Scheduled', { price: 289 }),
    await release(client, 'Other', { features: ['Only here'] }),
  ]
  await draft(client, { summary: 'For sellers' })
  expect(await asksOfDraft(client)).toEqual([])
  await client.releases.schedule({ releaseId: scheduled, publishAt: '2099-03-01T12:00:00Z' })
  const says = (field: string) =>
    expect.stringMatching(`^“Scheduled”, scheduled for 2099-03-01, .* take back .*: “${field}”`)
  expect(await asksOfDraft(client)).toEqual([says('In a sentence')])
  expect(await asksOfRelease(client, other)).toEqual([says('Features')])
  expect(await asksOfRelease(client, other, '2099-02-01T12:00:00Z')).toEqual([says('Features')])
  expect(await asksOfRelease(client, other, '2099-04-01T12:00:00Z')).toEqual([
    expect.stringMatching(/^“Scheduled”, which goes out on 2099-03-01, changes this too: “Price \(USD\)”/),
  ])
  await draft(client, { price: 289 })
  expect(await asksOfDraft(client)).toEqual([])
})

test('who moves a page that a scheduled release moves elsewhere is told that nobody would be led on from there', async () => {
  const client = await seededClient()
  const id = 'page-about-us'
  const [scheduled, other] = [
    await release(client, 'Scheduled', { 'slug.current': 'company' }, id),
    await release(client, 'Other', { 'slug.current': 'team' }, id),
  ]
  const publishAt = '2099-03-01T12:00:00Z'
  await client.releases.schedule({ releaseId: scheduled, publishAt })
  expect(await asksOfRelease(client, other, '2099-04-01T12:00:00Z')).toEqual([
    expect.stringMatching(/^“Scheduled”, which goes out on 2099-03-01, gives this another address before/),
  ])
  for (const [slug, asks] of [
    ['company', 0],
    ['team', 1],
  ] as const) {
    await draft(client, { slug: { _type: 'slug', current: slug } }, id)
    expect(await asksOfDraft(client, id)).toHaveLength(asks)
  }
  await publishWith(client, id, (await publishFacts(client, id))!, { redirect: true })
  await client.releases.unschedule({ releaseId: scheduled })
  const asked = await releaseFacts(client, scheduled, publishAt)
  await completeRelease(client, scheduled, asked, new Map([[id, { redirect: true }]]), publishAt)
  await client.releases.publish({ releaseId: scheduled })
  expect(await client.fetch('*[_type == "redirect" && target._ref == $id].from', { id })).toEqual([
    '/about-us',
    '/team',
  ])
})

test('a release asks before it brings back what was taken down after it was put there', async () => {
  const client = await seededClient()
  const releaseId = await release(client, 'Later', { features: ['Only here'] })
  const takeDown = {
    actionType: 'sanity.action.document.unpublish',
    publishedId: PLAN,
    draftId: `drafts.${PLAN}`,
  } as const
  expect(await asksOfRelease(client, releaseId)).toEqual([])
  await client.action(takeDown)
  expect(await asksOfRelease(client, releaseId)).toEqual([expect.stringContaining('brings it back')])

  await client.discardVersion({ releaseId, publishedId: PLAN })
  await client.createVersion({ baseId: `drafts.${PLAN}`, publishedId: PLAN, releaseId })
  expect(await asksOfRelease(client, releaseId)).toEqual([])
})
