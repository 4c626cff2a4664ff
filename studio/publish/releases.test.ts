import type { SanityClient } from '@sanity/client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { askFirst, askWith, scheduleAgain } from '#studio/publish/ask-first.ts'
import { type PublishAnswers, publishFacts, removalFacts } from '#studio/publish/facts.ts'
import { completeRelease, releaseFacts } from '#studio/publish/release-facts.ts'
import { seededClient } from '#studio/validation/seeded-lake.test-support.ts'

const RELEASE = 'rSpring'
const POLICY = 'policy-refund-policy'

/** A release with these changes of published documents. */
async function release(client: SanityClient, changes: Record<string, Record<string, unknown>>) {
  await client.releases.create({ releaseId: RELEASE, metadata: { title: 'Spring', releaseType: 'asap' } })
  for (const [id, change] of Object.entries(changes)) {
    await client.createVersion({ baseId: id, publishedId: id, releaseId: RELEASE })
    await client.patch(`versions.${RELEASE}.${id}`).set(change).commit()
  }
}

const complete = async (client: SanityClient, answers: Record<string, PublishAnswers>) =>
  completeRelease(client, RELEASE, await releaseFacts(client, RELEASE), new Map(Object.entries(answers)))

const namesIn = (client: SanityClient) =>
  client.fetch('*[sanity::partOfRelease($release)]._id', { release: RELEASE })

test('a release asks of each of its documents what publishing it alone would ask', async () => {
  const client = await seededClient()
  await release(client, {
    'plan-standard-buyer-lead': { price: 150 },
    [POLICY]: { title: 'Refunds' },
    'page-pricing': { slug: { _type: 'slug', current: 'prices' } },
    'faq-contracts': { question: 'Is there a contract?' },
  })
  await client.unpublishVersion({ releaseId: RELEASE, publishedId: 'plan-pro-closer' })
  const asked = new Map((await releaseFacts(client, RELEASE)).map(({ id, facts }) => [id, facts]))
  expect([...asked.keys()].sort()).toEqual([
    'page-pricing',
    'plan-pro-closer',
    'plan-standard-buyer-lead',
    POLICY,
  ])
  expect(asked.get('plan-standard-buyer-lead')?.questions[0]?.text).toContain('from $99 to $150: 52 % more')
  expect(asked.get(POLICY)?.dated?.since).toBe('2026-11-01')
  expect(asked.get('page-pricing')?.moved).toMatchObject({ from: '/pricing', inNavigation: true })
  expect(asked.get('plan-pro-closer')?.removed?.map(({ document }) => document._id)).toContain(
    'faq-prepaid-bundles',
  )
})

test('a link is looked for in one index, however many documents a release has', async () => {
  const client = await seededClient()
  const link = { _key: 'l', _type: 'link', label: 'More', target: { _ref: 'page-pricing' } }
  const header = { blocks: [{ _key: 'h', _type: 'pageHeader', buttons: [link] }] }
  await release(client, {
    'page-about-us': header,
    'page-how-it-works': header,
    'page-lead-nurturing': header,
  })
  const groupings = vi.spyOn(Map, 'groupBy')
  onTestFinished(() => groupings.mockRestore())
  await releaseFacts(client, RELEASE)
  const ofIds = groupings.mock.calls.filter(([items]) => [...items].includes('page-pricing'))
  expect(ofIds).toHaveLength(1)
})

test('a new price in a release asks about texts that have the old one typed into them, as it leaves them', async () => {
  const client = await seededClient()
  const article = { _type: 'article', title: 'Typed', description: 'Hot Seller Lead: $299' }
  for (const _id of ['typed', 'mended']) await client.create({ ...article, _id })
  await release(client, {
    'plan-hot-seller-lead': { price: 309 },
    'plan-elite-access': { summary: 'Another sentence.' },
    mended: { description: 'Hot Seller Lead' },
  })
  const asked = await releaseFacts(client, RELEASE)
  expect(asked.map(({ id }) => id)).toEqual(['plan-hot-seller-lead'])
  expect(asked[0]?.facts.questions).toMatchObject([
    { text: expect.stringContaining('typed into them'), places: [{ document: { _id: 'typed' } }] },
  ])
})

test('a release with a picture that was never uploaded waits for the editor, and takes no trace of it along', async () => {
  const client = await seededClient()
  const article: string = await client.fetch('*[_type == "article"][0]._id')
  const uploadSince = (date: Date) => ({ 'picture._upload': { updatedAt: date.toISOString() } })
  await release(client, { [article]: uploadSince(new Date()) })
  await expect(complete(client, {})).rejects.toThrow('still being uploaded')
  await client
    .patch(`versions.${RELEASE}.${article}`)
    .set(uploadSince(new Date(Date.now() - 60_000)))
    .commit()
  await expect(complete(client, {})).rejects.toThrow('upload did not end')
  await complete(client, {})
  expect(await client.fetch('*[defined(picture._upload)]._id', {}, { perspective: 'raw' })).toEqual([])
})

test('a release that takes down what the site can’t be without is refused', async () => {
  const client = await seededClient()
  await client.releases.create({ releaseId: RELEASE, metadata: { title: 'Spring', releaseType: 'asap' } })
  const article: string = await client.fetch('*[_type == "article"][0]._id')
  // At /resources/home, which the site can be without.
  await client
    .patch(article)
    .set({ slug: { _type: 'slug', current: 'home' } })
    .commit()
  for (const publishedId of ['page-home', 'siteSettings', 'assistant', 'page-pricing', article])
    await client.unpublishVersion({ releaseId: RELEASE, publishedId })
  const refusals = (await releaseFacts(client, RELEASE)).flatMap(({ id, facts: { refusal } }) =>
    refusal ? [[id, refusal]] : [],
  )
  expect(Object.fromEntries(refusals)).toEqual({
    assistant: expect.stringContaining('needs this document'),
    'page-home': expect.stringContaining('needs its front page'),
    siteSettings: expect.stringContaining('needs this document'),
  })
})

test('what points at a plan no more with the same release is no reason to ask', async () => {
  const client = await seededClient()
  const quoting: string[] = await client.fetch('*[references("plan-pro-closer")]._id')
  expect(quoting.length).toBeGreaterThan(1)
  const withoutTexts = { answer: [], blocks: [], body: [] }
  await release(client, Object.fromEntries(quoting.map((id) => [id, withoutTexts])))
  await client.unpublishVersion({ releaseId: RELEASE, publishedId: 'plan-pro-closer' })
  expect((await releaseFacts(client, RELEASE)).filter(({ facts }) => facts.removed)).toEqual([])
})

test('a release takes along the texts that it replaces and the redirects from old addresses', async () => {
  const client = await seededClient()
  const slug = (current: string) => ({ slug: { _type: 'slug', current } })
  await release(client, {
    [POLICY]: { title: 'Refunds' },
    siteSettings: { brand: 'Turnkey' },
    'page-pricing': slug('prices'),
  })
  await complete(client, {
    [POLICY]: { date: '2027-01-15' },
    siteSettings: { date: '2027-02-01' },
    'page-pricing': { redirect: true },
  })
  expect(
    await client.fetch('*[_type in ["policyVersion", "redirect"] && !(_id in path("versions.**"))]'),
  ).toEqual([])

  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "policyVersion"]{title, effectiveDate, until}')).toEqual([
    { title: 'Refund Policy', effectiveDate: '2026-11-01', until: '2027-01-15' },
  ])
  expect(await client.fetch(`*[_id == "${POLICY}"][0]{title, effectiveDate}`)).toEqual({
    title: 'Refunds',
    effectiveDate: '2027-01-15',
  })
  expect(await client.fetch('*[_type == "consentVersion"][0].sms')).toContain('Keyturn')
  expect(await client.fetch('*[_id == "siteSettings"][0].consents.effectiveDate')).toBe('2027-02-01')
  expect(await client.fetch('*[_type == "redirect"]{from, "to": target._ref}')).toEqual([
    { from: '/pricing', to: 'page-pricing' },
  ])
})

test('a release that takes a policy down keeps its text until then, and none where it leaves the policy after all', async () => {
  const client = await seededClient()
  await client.releases.create({ releaseId: RELEASE, metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.unpublishVersion({ releaseId: RELEASE, publishedId: POLICY })
  const asked = await releaseFacts(client, RELEASE)
  expect(asked.map(({ id, facts }) => [id, facts.kept?.since])).toEqual([[POLICY, '2026-11-01']])
  const going = () => completeRelease(client, RELEASE, asked, new Map(), '2127-03-01T09:00:00Z')
  await going()
  await client.discardVersion({ releaseId: RELEASE, publishedId: POLICY })
  await complete(client, {})
  expect(await namesIn(client)).toEqual([])

  await client.unpublishVersion({ releaseId: RELEASE, publishedId: POLICY })
  await going()
  await client.releases.publish({ releaseId: RELEASE })
  expect(
    await client.fetch('*[_type in ["policy", "policyVersion"] && _id match $id]{_id, _type, until}', {
      id: `${POLICY}*`,
    }),
  ).toMatchObject([
    { _id: `drafts.${POLICY}`, _type: 'policy' },
    { _type: 'policyVersion', until: '2127-03-01' },
  ])
})

test('a release that puts a policy in the place of one that it takes down keeps the texts of both, each at an address', async () => {
  const client = await seededClient()
  await release(client, { 'policy-terms-of-use': { title: 'Terms', slug: { current: 'refund-policy' } } })
  await client.unpublishVersion({ releaseId: RELEASE, publishedId: POLICY })
  for (let time = 1; time <= 2; time++)
    await complete(client, { 'policy-terms-of-use': { date: '2027-01-15' } })
  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "policyVersion"]|order(address).address')).toEqual([
    '2026-11-01',
    '2026-11-01-2',
  ])
})

test('asked again, a release keeps one text, with the last answer; or none, where the words stay after all', async () => {
  const client = await seededClient()
  await release(client, { [POLICY]: { title: 'Refunds' } })
  await complete(client, { [POLICY]: { date: '2027-01-15' } })
  const again = await releaseFacts(client, RELEASE)
  expect(again.map(({ id, facts }) => [id, facts.dated?.proposed])).toEqual([[POLICY, '2027-01-15']])
  await complete(client, { [POLICY]: { date: '2027-03-01' } })
  const version = `versions.${RELEASE}.${POLICY}-version-2026-11-01`
  expect(await client.fetch('*[_id == $version].until', { version })).toEqual(['2027-03-01'])

  await client.patch(`versions.${RELEASE}.${POLICY}`).set({ title: 'Refund Policy' }).commit()
  await complete(client, {})
  expect(await namesIn(client)).toEqual([`versions.${RELEASE}.${POLICY}`])
})

test('asked again, a release has no redirect that nobody wants any more', async () => {
  const client = await seededClient()
  const moves = (current: string) =>
    client
      .patch(`versions.${RELEASE}.${POLICY}`)
      .set({ slug: { _type: 'slug', current } })
      .commit()
  await release(client, { [POLICY]: { slug: { _type: 'slug', current: 'refunds' } } })
  // Editors' own stay: a new one, and a change of one that a publish made before.
  const own = { _type: 'redirect', from: '/by-hand', to: '/pricing' }
  const changed = 'redirect-by-hand'
  await client.create({ ...own, _id: changed })
  await client.createVersion({ baseId: changed, publishedId: changed, releaseId: RELEASE })
  const added = { ...own, _id: `versions.${RELEASE}.added` }
  await client.createVersion({ document: added, publishedId: 'added', releaseId: RELEASE })
  const all = ['added', POLICY, changed].map((id) => `versions.${RELEASE}.${id}`)
  const withRedirect = [...all, `versions.${RELEASE}.redirect-refund-policy`]
  for (const _time of ['first', 'second']) {
    await complete(client, { [POLICY]: { redirect: true } })
    expect((await namesIn(client)).sort()).toEqual(withRedirect)
  }
  await complete(client, { [POLICY]: { redirect: false } })
  expect((await namesIn(client)).sort()).toEqual(all)
  await complete(client, { [POLICY]: { redirect: true } })
  await moves('refund-policy')
  await complete(client, {})
  expect((await namesIn(client)).sort()).toEqual(all)
})

test.each([
  ['new', '', '/pricing'],
  ['changed', 'mine', '/before'],
  ['changed at its old address', 'mine', '/pricing'],
])('a redirect of the release’s own from an old address, %s, stays as it is', async (_, known, before) => {
  const client = await seededClient()
  if (known) await client.create({ _id: known, _type: 'redirect', from: before, to: '/contact-us' })
  await release(client, { 'page-pricing': { slug: { _type: 'slug', current: 'prices' } } })
  const document = { _type: 'redirect', from: '/pricing', to: '/about-us' }
  await client.createVersion({ releaseId: RELEASE, publishedId: 'mine', document })
  const [asked] = await releaseFacts(client, RELEASE)
  expect(asked?.facts.moved).toMatchObject({ to: '/prices', redirect: undefined })
  await complete(client, { 'page-pricing': { redirect: true } })
  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "redirect"]{from, to}')).toEqual([
    { from: '/pricing', to: '/about-us' },
  ])
})

test('of two pages that change places in a release each is at the other’s address, and nothing leads there', async () => {
  const client = await seededClient()
  const slug = (current: string) => ({ slug: { _type: 'slug', current } })
  await release(client, { 'page-pricing': slug('prices') })
  await complete(client, { 'page-pricing': { redirect: true } })
  await client.patch(`versions.${RELEASE}.page-pricing`).set(slug('about-us')).commit()
  const about = 'page-about-us'
  await client.createVersion({ baseId: about, publishedId: about, releaseId: RELEASE })
  await client.patch(`versions.${RELEASE}.${about}`).set(slug('pricing')).commit()
  const asked = await releaseFacts(client, RELEASE)
  expect(asked.map(({ id, facts }) => [id, facts.moved?.successor?._id, facts.moved?.redirect])).toEqual([
    [about, 'page-pricing', undefined],
    ['page-pricing', about, undefined],
  ])
  await complete(client, { 'page-pricing': { redirect: true }, [about]: { redirect: true } })
  const { _id, ...document } = (await client.getDocument(`versions.${RELEASE}.${about}`))!
  await client.discardVersion({ releaseId: RELEASE, publishedId: about })
  const [left] = await releaseFacts(client, RELEASE)
  expect(left?.facts.refusal).toMatch(/ would have the same address/)
  await client.createVersion({ releaseId: RELEASE, publishedId: about, document })
  await client.releases.publish({ releaseId: RELEASE })
  expect(await client.fetch('*[_type == "redirect"]._id')).toEqual([])
  expect(await client.fetch('*[_id == "page-pricing"][0].slug.current')).toBe('about-us')
})

test.each([
  ['moves away', (client: SanityClient) => moveHome(client)],
  [
    'is taken down',
    (client: SanityClient) => client.unpublishVersion({ releaseId: RELEASE, publishedId: 'page-home' }),
  ],
])('a release may bring another front page, where the one that there is %s', async (_, leave) => {
  const client = await seededClient()
  await release(client, {})
  await leave(client)
  const refusals = async () =>
    (await releaseFacts(client, RELEASE)).flatMap(({ facts: { refusal } }) => refusal ?? [])
  expect(await refusals()).toHaveLength(1)
  await client.createVersion({
    releaseId: RELEASE,
    publishedId: 'page-new',
    document: { _type: 'page', title: 'New', slug: { _type: 'slug', current: 'home' } },
  })
  expect(await refusals()).toEqual([])
})

async function moveHome(client: SanityClient) {
  await client.createVersion({ baseId: 'page-home', publishedId: 'page-home', releaseId: RELEASE })
  await client
    .patch(`versions.${RELEASE}.page-home`)
    .set({ slug: { _type: 'slug', current: 'before' } })
    .commit()
}

test('publishing a text alone says that another one is scheduled', async () => {
  const client = await seededClient()
  await release(client, { [POLICY]: { title: 'Refunds' } })
  const { _rev, ...published } = (await client.getDocument(POLICY))!
  await client.createOrReplace({ ...published, _id: `drafts.${POLICY}`, title: 'In between' } as never)
  expect((await publishFacts(client, POLICY))?.questions).toEqual([])
  await client.releases.schedule({ releaseId: RELEASE, publishAt: '2099-01-01T00:00:00Z' })
  expect((await publishFacts(client, POLICY))?.questions[0]?.text).toMatch(
    /Another text of this is scheduled in “Spring”/,
  )
})

test('of two scheduled texts of a policy the one that would not be kept is told of, whichever is scheduled last', async () => {
  const client = await seededClient()
  await release(client, { [POLICY]: { title: 'Refunds' } })
  const other = 'rOther'
  await client.releases.create({ releaseId: other, metadata: { title: 'Other', releaseType: 'asap' } })
  await client.createVersion({ baseId: POLICY, publishedId: POLICY, releaseId: other })
  await client.patch(`versions.${other}.${POLICY}`).set({ title: 'Money back' }).commit()
  await client.releases.schedule({ releaseId: RELEASE, publishAt: '2099-03-01T12:00:00Z' })
  const asks = async (publishAt?: string) =>
    (await releaseFacts(client, other, publishAt)).flatMap(({ facts }) =>
      facts.questions.map(({ text }) => text),
    )
  const again = expect.stringMatching(/^Another text of this is scheduled in “Spring”/)
  expect(await asks()).toContainEqual(again)
  expect(await asks('2099-02-01T12:00:00Z')).toContainEqual(again)
  expect(await asks('2099-04-01T12:00:00Z')).toContainEqual(
    expect.stringMatching(/^“Spring” publishes another text of this before, on 2099-03-01/),
  )
})

test('publishing what a scheduled text quotes says that the kept one would be another', async () => {
  const client = await seededClient()
  const quote = {
    _type: 'priceReference',
    show: 'price',
    plan: { _type: 'reference', _ref: 'plan-pro-closer', _weak: true },
  }
  const intro = [
    {
      _key: 'b',
      _type: 'block',
      markDefs: [],
      children: [
        { _key: 'q', ...quote },
        { _key: 's', _type: 'settingReference', setting: 'email' },
      ],
    },
  ]
  await client.patch(POLICY).set({ intro }).commit()
  await release(client, { [POLICY]: { title: 'Refunds' } })
  await complete(client, { [POLICY]: { date: '2099-01-01' } })
  const asked = async (id: string, change: object) => {
    const { _rev, ...published } = (await client.getDocument(id))!
    await client.createOrReplace({ ...published, ...change, _id: `drafts.${id}` } as never)
    return ((await publishFacts(client, id))?.questions ?? []).map(({ text }) => text)
  }
  const says = expect.stringMatching(
    /^“Refund Policy” quotes this\. The scheduled release “Spring” keeps its text/,
  )
  expect(await asked('siteSettings', { email: 'new@keyturn.example' })).toEqual([])
  await client.releases.schedule({ releaseId: RELEASE, publishAt: '2099-01-01T00:00:00Z' })
  expect(await asked('siteSettings', { email: 'new@keyturn.example' })).toEqual([says])
  expect(await asked('siteSettings', { description: 'Another sentence.' })).toEqual([])
  expect(await asked('plan-pro-closer', { price: 1000 })).toEqual([says])
  expect(await asked('plan-elite-access', { price: 1500 })).toEqual([])

  const other = 'rOther'
  await client.releases.create({ releaseId: other, metadata: { title: 'Other', releaseType: 'asap' } })
  await client.createVersion({ baseId: 'plan-pro-closer', publishedId: 'plan-pro-closer', releaseId: other })
  await client.patch(`versions.${other}.plan-pro-closer`).set({ price: 1000 }).commit()
  const released = async (publishAt?: string) =>
    (await releaseFacts(client, other, publishAt)).flatMap(({ facts }) =>
      facts.questions.map(({ text }) => text),
    )
  expect(await released()).toEqual([says])
  expect(await released('2098-01-01T00:00:00Z')).toEqual([says])
  expect(await released('2100-01-01T00:00:00Z')).toEqual([])

  const taken = async (id: string) => (await removalFacts(client, id)).questions.map(({ text }) => text)
  const names = 'These texts have “Pro Closer” typed into them, and go on naming it.'
  expect(await taken('plan-pro-closer')).toEqual([says, names])
  expect(await taken('plan-elite-access')).not.toContain(says)
  await client.discardVersion({ releaseId: other, publishedId: 'plan-pro-closer' })
  await client.unpublishVersion({ releaseId: other, publishedId: 'plan-pro-closer' })
  expect(await released()).toEqual([says, names])
  expect(await released('2100-01-01T00:00:00Z')).toEqual([names])
})

test('however many plans of a release have a new price, the published texts are read once', async () => {
  const client = await seededClient()
  await release(client, {
    'plan-hot-seller-lead': { price: 309 },
    'plan-commercial-lead': { price: 309 },
    'plan-exclusive-seller-lead': { price: 209 },
  })
  const reads = vi.fn()
  const counted = client.withConfig({
    requestHandler: (request, next) => {
      if (new URLSearchParams(request.url?.split('?')[1]).get('query')?.startsWith('*[!(_type')) reads()
      return next(request)
    },
  })
  expect(await releaseFacts(counted, RELEASE)).toEqual([])
  expect(reads).toHaveBeenCalledTimes(1)
})

test('several new plans of a release are each missed where texts quote all that there were', async () => {
  const client = await seededClient()
  const ids = ['plan-luxury-lead', 'plan-land-lead']
  await client.releases.create({ releaseId: RELEASE, metadata: { title: 'Spring', releaseType: 'asap' } })
  for (const id of ids)
    await client.create({
      ...(await client.getDocument('plan-commercial-lead'))!,
      _id: `versions.${RELEASE}.${id}`,
      title: id,
      slug: { _type: 'slug', current: id },
    } as never)
  const lacking = (await releaseFacts(client, RELEASE)).filter(({ facts }) =>
    facts.questions.some(({ text }) => text.startsWith('These texts quote every other lead rate')),
  )
  expect(lacking.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

test('what somebody else put into a release while its editor was asked does not go out unasked', async () => {
  const client = await seededClient()
  await release(client, { 'plan-hot-seller-lead': { price: 199 }, [POLICY]: { title: 'Refunds, simply' } })
  const asked = await releaseFacts(client, RELEASE)
  const answers = new Map([[POLICY, { date: '2027-01-15' }]])
  await client.patch(`versions.${RELEASE}.plan-hot-seller-lead`).set({ price: 19 }).commit()
  await expect(completeRelease(client, RELEASE, asked, answers)).rejects.toThrow('Look at it again')
  expect(await namesIn(client)).toHaveLength(2)

  await completeRelease(client, RELEASE, await releaseFacts(client, RELEASE), answers)
  expect(await namesIn(client)).toHaveLength(3)
})

test('nothing sends a release out before the editor was asked: not by its name, not as an action, not at a time', async () => {
  const client = (await seededClient()).withConfig({ requestHandler: askFirst() })
  await release(client, { 'faq-contracts': { question: 'Is there a contract?' } })
  const state = () => client.fetch('*[_type == "system.release"][0].state')
  const publishAt = '2099-01-01T00:00:00Z'
  const waysOut = [
    () => client.releases.publish({ releaseId: RELEASE }),
    () => client.releases.schedule({ releaseId: RELEASE, publishAt }),
    () =>
      client
        .withConfig({ useCdn: false })
        .action({ actionType: 'sanity.action.release.publish', releaseId: RELEASE }),
  ]
  for (const goOut of waysOut) await expect(goOut()).rejects.toThrow('not ready to ask')

  const asked = vi.fn(async () => {
    throw new Error('You cancelled it')
  })
  stops.push(askWith(asked))
  const now = { releaseId: RELEASE, madeForIt: false, wasScheduled: false }
  for (const goOut of waysOut) await expect(goOut()).rejects.toThrow('You cancelled it')
  expect(asked.mock.calls).toEqual([[now], [{ ...now, publishAt }], [now]])
  expect(await state()).toBe('active')

  // Trying whether it would be allowed asks nobody.
  await client.releases.publish({ releaseId: RELEASE }, { dryRun: true })
  expect(asked).toHaveBeenCalledTimes(3)
  expect(await state()).toBe('active')

  stops.push(askWith(async () => undefined))
  await client.releases.publish({ releaseId: RELEASE })
  expect(await state()).toBe('published')
})

test('of what is published as soon as it is taken off its schedule is told that it was scheduled, and it is put back unasked', async () => {
  const client = (await seededClient()).withConfig({ requestHandler: askFirst() })
  await release(client, { 'faq-contracts': { question: 'Is there a contract?' } })
  const asked = vi.fn(async () => undefined)
  stops.push(askWith(asked))
  const publishAt = '2099-01-01T00:00:00.000Z'
  await client.releases.schedule({ releaseId: RELEASE, publishAt })
  await client.releases.unschedule({ releaseId: RELEASE })
  asked.mockRejectedValueOnce(new Error('You cancelled it'))
  await expect(client.releases.publish({ releaseId: RELEASE })).rejects.toThrow('You cancelled it')
  expect(asked).toHaveBeenLastCalledWith({ releaseId: RELEASE, madeForIt: false, wasScheduled: true })
  await scheduleAgain(client, RELEASE, publishAt)
  expect(asked).toHaveBeenCalledTimes(2)
  const stored = await client.fetch('*[_type == "system.release"][0]{state, publishAt}')
  expect(stored).toEqual({ state: 'scheduled', publishAt })

  await client.releases.unschedule({ releaseId: RELEASE })
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await client.releases.publish({ releaseId: RELEASE })
  expect(asked).toHaveBeenLastCalledWith({ releaseId: RELEASE, madeForIt: false, wasScheduled: false })
})

test('while what was taken off its schedule is being put back, to publish it is asked about', async () => {
  const { promise: network, resolve: comesBack } = Promise.withResolvers<void>()
  const slow = askFirst(async (request, next) => {
    if (JSON.stringify(request.body ?? '').includes('release.schedule')) await network
    return next(request)
  })
  const client = (await seededClient()).withConfig({ requestHandler: slow })
  await release(client, { 'faq-contracts': { question: 'Is there a contract?' } })
  stops.push(askWith(() => Promise.reject(new Error('You cancelled it'))))
  const back = scheduleAgain(client, RELEASE, '2099-01-01T00:00:00.000Z')
  await expect(client.releases.publish({ releaseId: RELEASE })).rejects.toThrow('You cancelled it')
  comesBack()
  await back
  expect(await client.fetch('*[_type == "system.release"][0].state')).toBe('scheduled')
})

test('a schedule that the Studio makes for one document is told apart', async () => {
  const client = (await seededClient()).withConfig({ requestHandler: askFirst() })
  const metadata = { title: 'Scheduled', releaseType: 'scheduled' as const, cardinality: 'one' as const }
  await client.releases.create({ releaseId: RELEASE, metadata })
  const asked = vi.fn(async () => undefined)
  stops.push(askWith(asked))
  const publishAt = '2099-01-01T00:00:00Z'
  await client.releases.schedule({ releaseId: RELEASE, publishAt })
  expect(asked).toHaveBeenCalledWith({
    releaseId: RELEASE,
    madeForIt: true,
    wasScheduled: false,
    publishAt,
  })
})
