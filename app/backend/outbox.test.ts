import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { storeEnquiry } from '#app/backend/contact.ts'
import { openDatabase } from '#app/backend/database.ts'
import { type Deliver, DeliveryError, fileDelivery, smtpDelivery } from '#app/backend/mail.ts'
import { readMetrics } from '#app/backend/metrics.ts'
import { enqueue, OutboxWorker, readdress } from '#app/backend/outbox.ts'
import { startPostgres } from '#app/backend/postgres.test-support.ts'
import type { Database, OutboxRow } from '#app/backend/schema.ts'
import { collectLog, enquiry } from '#app/backend/test-host.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const mailbox = { to: ['desk@example.com', 'boss@example.com'], from: 'site@example.com' }
const short = { first: 50, longest: 200 }
const waits = { unreachable: short, badLogin: short, refused: short }

type Taken = { to: string[]; message: string; id: string }
let folder: string
let db: Database
let taken: Taken[]
let server: SMTPServer | undefined
let worker: OutboxWorker | undefined
const postgres = await startPostgres()
afterAll(() => postgres.stop())

beforeEach(async () => {
  folder = newFolder()
  taken = []
  db = await openDatabase({ dataDir: folder, log: collectLog().log })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await worker?.stop()
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
  server = undefined
  await db.destroy()
})

/** A real mail server; `refuse` may answer a message with an error. */
async function mailServer(
  refuse: (count: number) => Error | null = () => null,
  port = 0,
  refuseAddress: (address: string) => Error | null = () => null,
): Promise<string> {
  let count = 0
  server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 50,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refuseAddress(address)),
    onData(stream, session, done) {
      let message = ''
      stream.on('data', (chunk) => {
        message += chunk
      })
      stream.on('end', () => {
        const error = refuse(++count)
        if (!error) {
          const to = session.envelope.rcptTo.map(({ address }) => address)
          taken.push({ to, message, id: /^Message-ID: (.*)$/im.exec(message)?.[1]?.trim() ?? '' })
        }
        done(error)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', () => resolve()))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

/**
 * One that asks for a password, takes all but `wrong`, and offers no TLS. Returns its address, without `smtp://`, and the
 * passwords that it was sent.
 */
async function serverWithoutTls(): Promise<{ at: string; passwords: string[] }> {
  const passwords: string[] = []
  server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password ?? '')
      if (password === 'wrong') done(new Error('authentication failed'))
      else done(null, { user: 'ann' })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', () => resolve()))
  return { at: `127.0.0.1:${(server.server.address() as AddressInfo).port}`, passwords }
}

function work(deliver: Deliver): OutboxWorker {
  worker = new OutboxWorker(db, deliver, collectLog().log, waits)
  worker.start({ alone: true })
  return worker
}
const store = (change: Partial<typeof enquiry> = {}) =>
  storeEnquiry(db, { ...enquiry, ...change }, { requestId: 'r-1', mailbox })
const unsent = () => db.selectFrom('outbox').selectAll().where('sentAt', 'is', null).execute()
const smtp = (url: string) => smtpDelivery(url, collectLog().log)

test('a mail in text and HTML reaches the staff and is answered to the sender', async () => {
  work(smtp(await mailServer()))
  await store({ firstName: 'Ann <b>&' })
  worker!.wake()
  await expect.poll(() => taken.length).toBe(1)
  const [{ to, message }] = taken as [Taken]
  expect(to).toEqual(mailbox.to)
  expect(message).toMatch(/^Reply-To: .*<ann@example\.com>\r?$/m)
  expect(message).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r?$/m)
  expect(message).toContain('Content-Type: text/plain')
  expect(message).toContain('Content-Type: text/html')
  expect(message).toContain('Name: Ann <b>& Lee')
  const [, value] = /<td ([^>]*)>Ann &lt;b&gt;&amp; Lee/.exec(message.replaceAll('=\r\n', '')) ?? []
  expect(value, 'a long word breaks on a phone').toBe('style=3D"word-break:break-word"')
  await expect.poll(unsent).toEqual([])
  // What was sent is not kept twice.
  expect(await db.selectFrom('outbox').select(['content']).execute()).toEqual([{ content: null }])
})

test('a password is not sent in the clear, unless the address says so; who is on the way may have taken STARTTLS out of the offer', async () => {
  const { at, passwords } = await serverWithoutTls()
  const mail = {
    ...{ to: ['desk@example.com'], from: 'site@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi' },
    ...{ messageId: '<1@example.com>', date: '2026-03-01T10:00:00.000Z' },
  }
  await expect(smtp(`smtp://ann:hunter2@${at}`)(mail)).rejects.toMatchObject({
    message: expect.stringContaining('without TLS the password is not sent'),
    refused: false, // it is the same for every message
  })
  expect(passwords).toEqual([])
  await smtp(`smtp://ann:hunter2@${at}?requireTLS=false`)(mail)
  expect(passwords).toEqual(['hunter2'])
})

test('a server that does not take the password is asked so rarely that it locks nobody out, and the log has an error', async () => {
  const { at, passwords } = await serverWithoutTls()
  const { lines, log } = collectLog()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const deliver = smtpDelivery(`smtp://ann:wrong@${at}?requireTLS=false`, log)
  const minute = { first: 60_000, longest: 60_000 }
  worker = new OutboxWorker(db, deliver, log, { ...waits, badLogin: minute })
  worker.start({ alone: true })
  await store()
  worker.wake()
  await store()
  worker.wake()
  const isMinute = (ms = 0) => ms >= 60_000 && ms <= 72_000
  await expect.poll(() => timers.mock.calls.filter(([, ms]) => isMinute(ms)).length).toBe(1)
  expect(passwords).toEqual(['wrong'])
  const error = expect.stringContaining('535 authentication failed')
  expect(lines).toMatchObject([
    { level: 'error', message: 'mail not delivered, to be tried again', detail: { error } },
  ])
})

test('who was locked out, for which the server can’t be reached for a while, is no quicker at it afterwards', async () => {
  const later = setTimeout
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((call: () => void, ms = 0) =>
      later(call, ms >= 60_000 ? 0 : ms)) as typeof setTimeout)
  const badLogin = new DeliveryError('535', false, { badLogin: true })
  const deliver = vi.fn(async () => {})
  for (const error of [badLogin, new DeliveryError('refused', false), badLogin])
    deliver.mockRejectedValueOnce(error)
  const rare = { ...waits, badLogin: { first: 60_000, longest: 600_000 } }
  worker = new OutboxWorker(db, deliver, collectLog().log, rare)
  await store()
  worker.start({ alone: true })
  await expect.poll(unsent).toEqual([])
  const minutes = timers.mock.calls.flatMap(([, ms = 0]) => (ms >= 60_000 ? Math.floor(ms / 60_000) : []))
  expect(minutes).toEqual([1, 2])
})

test('a server that is spoken to in TLS and has none, or the other way round: the log says which scheme SMTP_URL needs', async () => {
  const mail = { to: ['desk@example.com'], from: 'site@example.com', subject: 'S', text: 't', html: 'h' }
  const queued = { ...mail, messageId: '<1@example.com>', date: '2026-03-01T10:00:00.000Z' }
  const { at } = await serverWithoutTls()
  await expect(smtp(`smtps://${at}`)(queued)).rejects.toThrow('begin with smtp: instead of smtps:')
  // One that waits for TLS says nothing.
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void silent.close())
  const later = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((call: () => void, ms?: number) =>
    later(call, ms === 30_000 ? 0 : ms)) as typeof setTimeout)
  const { port } = silent.address() as AddressInfo
  await expect(smtp(`smtp://127.0.0.1:${port}`)(queued)).rejects.toThrow('has to begin with smtps:')
})

test('a server that offers STARTTLS and then speaks none: the log does not say that SMTP_URL is wrong', async () => {
  const broken = createServer((socket) => {
    const answers = ['250-mx\r\n250 STARTTLS', '220 go', 'no TLS']
    socket.on('data', () => socket.write(`${answers.shift()}\r\n`)).on('error', () => {})
    socket.write('220 mx\r\n')
  })
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void broken.close())
  const mail = { to: ['desk@example.com'], from: 'site@example.com', subject: 'S', text: 't', html: 'h' }
  const queued = { ...mail, messageId: '<1@example.com>', date: '2026-03-01T10:00:00.000Z' }
  const { port } = broken.address() as AddressInfo
  await expect(smtp(`smtp://127.0.0.1:${port}`)(queued)).rejects.toThrow('wrong version number')
})

test('a name that turns the order of reading around does not have the address behind it read backwards', async () => {
  work(smtp(await mailServer()))
  await store({ firstName: '\u202eAnn' })
  worker!.wake()
  await expect.poll(() => taken.length).toBe(1)
  expect(taken[0]?.message).toMatch(/^Reply-To: Ann Lee <ann@example\.com>\r?$/m)
  expect(taken[0]?.message).toMatch(/^Subject: New enquiry from Ann Lee\r?$/m)
})

test.each([
  ['line ends in a name', { firstName: 'Ann\r\nBcc: all@example.net\r\n\r\nHello', lastName: 'Lee' }],
  ['line ends in the address', { email: 'ann@example.com\r\nBcc: all@example.net' }],
  ['several addresses', { email: 'ann@example.com, all@example.net' }],
  ['an address with a name', { email: 'All <all@example.net>' }],
  ['Unicode line ends', { lastName: 'Lee\u2028Bcc: all@example.net\u0085' }],
  ['a name of 200', { firstName: '🏡'.repeat(100) }],
])('no header can be added: %s', async (_what, change) => {
  work(smtp(await mailServer()))
  await store(change)
  worker!.wake()
  await expect.poll(() => taken.length).toBe(1)
  const [{ to, message }] = taken as [Taken]
  const [head = ''] = message.split('\r\n\r\n')
  const names = head
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':')[0]!.toLowerCase())
  const usual = [
    'auto-submitted',
    'from',
    'to',
    'subject',
    'message-id',
    'date',
    'mime-version',
    'content-type',
  ]
  expect(names.filter((name) => name !== 'reply-to').sort()).toEqual(usual.sort())
  expect(to).toEqual(mailbox.to)
  // What is no address is answered to nobody; a name may say what it likes.
  const [, replyTo] = /^Reply-To:.*<(.*)>\r?$/im.exec(head.replace(/\r\n\s+/g, ' ')) ?? []
  expect(replyTo).toBe('email' in change ? undefined : enquiry.email)
  expect(message, 'nor a line').not.toMatch(/^Bcc:/m)
})

test.each(['ann@müller.example', 'ann@xn--mller-kva.example'])('staff can reply to %s', async (email) => {
  work(smtp(await mailServer()))
  await store({ email })
  worker!.wake()
  await expect.poll(() => taken.length).toBe(1)
  expect(taken[0]?.message).toMatch(/^Reply-To: Ann Lee <ann@xn--mller-kva\.example>\r?$/m)
})

test('mail comes from a name where one is set', async () => {
  const mail = { subject: 'S', text: 't', html: 'h' }
  await db.transaction().execute((tx) => enqueue(tx, mail, { ...mailbox, fromName: 'Keyturn, Inc.' }))
  work(smtp(await mailServer()))
  await expect.poll(() => taken.length).toBe(1)
  expect(taken[0]?.message).toMatch(/^From: "Keyturn, Inc\." <site@example\.com>\r?$/m)
  expect(taken[0]?.id).toMatch(/@example\.com>$/)
})

test.each([
  ['', {}],
  [', who left no address to answer to', { email: '' }],
])(
  'a server that says back whom a mail is about%s: the log and the outbox have no name',
  async (_, change) => {
    const { lines, log } = collectLog()
    const answer = '554 Subject “New enquiry from Ann Lee” looks like spam'
    const refuse = async () => Promise.reject(new DeliveryError(answer, true))
    worker = new OutboxWorker(db, refuse, log, waits)
    await store(change)
    worker.start({ alone: true })
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    await worker.stop()
    expect(lines[0]?.detail?.error).toBe('554 Subject “New enquiry from ***” looks like spam')
    expect(await unsent()).toMatchObject([{ lastError: lines[0]?.detail?.error }])
  },
)

test('a refused message is tried again under the same Message-ID and holds up no other', async () => {
  const answers: (Error | null)[] = [
    Object.assign(new Error('mailbox full'), { responseCode: 452 }),
    null,
    Object.assign(new Error('greylisted'), { responseCode: 451 }),
    null,
  ]
  const ids: string[] = []
  const url = await mailServer((count) => answers[count - 1] ?? null)
  const deliver = smtp(url)
  work(async (mail) => {
    ids.push(mail.messageId)
    await deliver(mail)
  })
  await store()
  await store()
  worker!.wake()
  await expect.poll(() => taken.length).toBe(2)
  await expect.poll(unsent).toEqual([])
  expect(new Set(ids).size).toBe(2)
  expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(ids))
})

test('an address that the server refuses for now gets the message later, and the others get it once', async () => {
  let refusals = 2
  const busy = Object.assign(new Error('mailbox busy'), { responseCode: 450 })
  const refuseBoss = (address: string) => (address.startsWith('boss') && refusals-- > 0 ? busy : null)
  work(smtp(await mailServer(undefined, 0, refuseBoss)))
  await store()
  worker!.wake()
  await expect.poll(() => taken.map(({ to }) => to)).toEqual([['desk@example.com'], ['boss@example.com']])
  await expect.poll(unsent).toEqual([])
  const [first, second] = taken as [Taken, Taken]
  expect(second.id).toBe(first.id)
  for (const { message } of taken) expect(message).toMatch(/^To: desk@example\.com, boss@example\.com\r?$/m)
})

test.skipIf(postgres.url === undefined)(
  `on PostgreSQL too${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  async () => {
    await db.destroy()
    db = await openDatabase({ dataDir: folder, databaseUrl: postgres.url, log: () => {} })
    const asked: (string[] | undefined)[] = []
    work(async ({ left }) => {
      asked.push(left)
      if (asked.length === 1) throw new DeliveryError('mailbox busy', true, { left: ['boss@example.com'] })
    })
    await store()
    worker!.wake()
    await expect.poll(unsent).toEqual([])
    expect(asked).toEqual([undefined, ['boss@example.com']])
  },
)

const unknown = Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })

test('an address that the server refuses for good is given up, and said, once the others have the message', async () => {
  const refuseBoss = (address: string) => (address.startsWith('boss') ? unknown : null)
  const { lines, log } = collectLog()
  worker = new OutboxWorker(db, smtp(await mailServer(undefined, 0, refuseBoss)), log, waits)
  worker.start({ alone: true })
  await store()
  worker.wake()
  await expect.poll(unsent).toEqual([])
  expect(taken.map(({ to }) => to)).toEqual([['desk@example.com']])
  const error = expect.stringMatching(/^refused for boss@example\.com: .*no such user/)
  const [{ id }] = (await db.selectFrom('enquiries').select('id').execute()) as [{ id: string }]
  expect(lines).toMatchObject([{ level: 'error', message: 'mail given up', detail: { id, error } }])
  expect(await readMetrics(db)).toMatchObject({ mailsWaiting: 0, mailsGivenUp: 1 })
  expect(await db.selectFrom('enquiries').select('email').execute()).toEqual([{ email: enquiry.email }])
})

test.each([
  ['all addresses', { address: unknown }],
  ['the message', { message: Object.assign(new Error('5.7.1 spam'), { responseCode: 554 }) }],
])('where the server refuses %s for good, it is asked for three days', async (_what, refused) => {
  const answers: { message?: Error; address?: Error } = { ...refused }
  const url = await mailServer(
    () => answers.message ?? null,
    0,
    () => answers.address ?? null,
  )
  const { lines, log } = collectLog()
  worker = new OutboxWorker(db, smtp(url), log, waits)
  worker.start({ alone: true })
  await store()
  await store()
  worker.wake()
  const attempts = async () => (await unsent()).map((row) => row.attempts)
  await expect.poll(async () => Math.min(...(await attempts()))).toBeGreaterThan(1)
  const [first] = await unsent()
  const enqueuedAt = new Date(Date.now() - 3 * 86_400_000 - 1).toISOString()
  await db.updateTable('outbox').set({ enqueuedAt }).execute()
  // By so few tries not it has waited: the clock has jumped.
  const before = Math.max(...(await attempts()))
  await expect.poll(async () => Math.min(...(await attempts()))).toBeGreaterThan(before)
  expect(await unsent()).toHaveLength(2)
  await db.updateTable('outbox').set({ attempts: 100 }).where('id', '=', first!.id).execute()
  await expect.poll(async () => (await unsent()).length).toBe(1)
  expect(lines.filter(({ message }) => message === 'mail given up')).toHaveLength(1)
  // Somebody has mended it.
  answers.message = undefined
  answers.address = undefined
  await expect.poll(unsent).toEqual([])
  expect(taken).toHaveLength(1)
  expect(await readMetrics(db)).toMatchObject({ mailsWaiting: 0, mailsGivenUp: 1 })
})

test('what waits for an address that was mistyped goes to the right one after a start with that', async () => {
  const refuseBoss = (address: string) => (address.startsWith('boss') ? unknown : null)
  const url = await mailServer(undefined, 0, refuseBoss)
  const wrong = { to: ['boss@example.com'], from: 'sit@example.com' }
  await storeEnquiry(db, enquiry, { requestId: 'r-1', mailbox: wrong })
  await work(smtp(url)).stop()
  expect(await unsent()).toMatchObject([{ attempts: 1 }])
  await readdress(db, { to: ['chief@example.com'], from: 'site@example.com' })
  work(smtp(url))
  await expect.poll(unsent).toEqual([])
  expect(taken).toMatchObject([{ to: ['chief@example.com'] }])
  expect(taken[0]?.message).toMatch(/^From: site@example\.com\r?$/m)
})

test('an address with capitals that was refused for now gets the message after a start, too', async () => {
  const busy = Object.assign(new Error('mailbox busy'), { responseCode: 450 })
  const url = await mailServer(undefined, 0, (address) => (address.startsWith('Boss') ? busy : null))
  const capitals = { to: ['Desk@Example.COM', 'Boss@Example.COM'], from: 'site@example.com' }
  await storeEnquiry(db, enquiry, { requestId: 'r-1', mailbox: capitals })
  await work(smtp(url)).stop()
  expect(taken).toHaveLength(1)
  await readdress(db, capitals)
  const [waiting] = await unsent()
  expect(JSON.parse(waiting?.content ?? '{}')).toMatchObject({ left: ['Boss@Example.COM'] })
})

test('after a start with other addresses who had a message gets it no more, and a buyer keeps theirs', async () => {
  await db.transaction().execute(async (tx) => {
    for (const to of [undefined, undefined, ['buyer@example.com']])
      await enqueue(tx, { subject: 's', text: 't', html: 'h', ...(to && { to }) }, mailbox)
  })
  const [first] = await unsent()
  const had = async ({ id, content }: { id: string; content: string | null }, left: string[]) =>
    db
      .updateTable('outbox')
      .set({ content: JSON.stringify({ ...JSON.parse(content!), left }) })
      .where('id', '=', id)
      .execute()
  await had(first!, ['boss@example.com'])
  await readdress(db, { ...mailbox, to: ['desk@example.com', 'chief@example.com'] })
  work(smtp(await mailServer()))
  await expect.poll(unsent).toEqual([])
  const recipients = taken.map(({ to }) => to.join()).sort()
  expect(recipients).toEqual(['buyer@example.com', 'chief@example.com', 'desk@example.com,chief@example.com'])
})

test('a message at which the server hangs up holds up no other', async () => {
  const deliver = smtp(await mailServer())
  work(async (mail) => {
    if (mail.subject.includes('Eve')) throw new DeliveryError('Connection closed unexpectedly', false)
    await deliver(mail)
  })
  await store({ firstName: 'Eve' })
  await store()
  await store()
  worker!.wake()
  await expect.poll(() => taken.length).toBe(2)
  // Marked as sent a moment after the server took it.
  const errors = async () => (await unsent()).map(({ lastError }) => lastError)
  await expect.poll(errors).toEqual(['Connection closed unexpectedly'])
})

test('a server that takes a message and does not say so is not brought it every few seconds', async () => {
  let hangUp = true
  const url = await mailServer(() => {
    if (hangUp) for (const { _socket } of server!.connections) _socket.destroy()
    return null
  })
  const { lines, log } = collectLog()
  const patient = vi.spyOn(Socket.prototype, 'setTimeout')
  worker = new OutboxWorker(db, smtp(url), log, { ...waits, refused: { first: 60_000, longest: 60_000 } })
  worker.start({ alone: true })
  await store()
  worker.wake()
  const error = /the server has the message and did not say whether it took it/
  await expect.poll(async () => (await unsent())[0]?.lastError).toMatch(error)
  const [{ nextAttemptAt, attempts }] = (await unsent()) as [OutboxRow]
  expect({ attempts, soon: nextAttemptAt < Date.now() + 30_000 }).toEqual({ attempts: 1, soon: false })
  expect(lines.at(-1)).toMatchObject({ level: 'error', message: 'mail not delivered, to be tried again' })
  // RFC 5321, 4.5.3.2: one that looks into a message for long is not to be left meanwhile.
  expect(Math.max(...patient.mock.calls.map(([ms]) => ms))).toBeGreaterThanOrEqual(5 * 60_000)
  // Others are not held up.
  hangUp = false
  await store()
  await expect.poll(() => taken.length).toBe(2)
})

test('a server that is down is knocked at until it is back', async () => {
  const url = await mailServer()
  const port = Number(new URL(url).port)
  await new Promise<void>((resolve) => server!.close(() => resolve()))
  server = undefined
  work(smtp(url))
  for (let i = 0; i < 5; i++) await store()
  worker!.wake()
  await expect.poll(async () => (await unsent())[0]?.attempts).toBeGreaterThan(1)
  expect((await unsent())[0]?.lastError).toMatch(/ECONNREFUSED/)
  await mailServer(undefined, port)
  await expect.poll(() => taken.length).toBe(5)
  expect(new Set(taken.map(({ id }) => id)).size).toBe(5)
})

test('without a mail server a message becomes one file, which says so in the log; a second try writes the same file', async () => {
  const { lines, log } = collectLog()
  const mails = join(folder, 'mail')
  mkdirSync(mails)
  const deliver = fileDelivery(mails, log)
  let tries = 0
  work(async (mail) => {
    await deliver(mail)
    if (++tries === 1) throw new Error('killed before it was marked as sent')
  })
  await store()
  worker!.wake()
  await expect.poll(unsent).toEqual([])
  const files = readdirSync(mails)
  expect(tries).toBe(2)
  expect(files).toEqual([expect.stringMatching(/^\d{4}-.*\.eml$/)])
  expect(statSync(join(mails, files[0]!)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(mails, files[0]!), 'utf8')).toContain('Subject: New enquiry from Ann Lee')
  expect(lines[0]).toMatchObject({ message: 'mail kept as a file: SMTP_URL is not set' })
})

test.each([
  ['had by another worker since this one looked at its clock', 60_500, 0],
  ['claimed before the clock was set back by a day', 86_400_000, 1],
])('a message that was %s', async (_what, aheadMs, delivered) => {
  const url = await mailServer()
  await store()
  await db
    .updateTable('outbox')
    .set({ claimedUntil: Date.now() + aheadMs })
    .execute()
  const other = new OutboxWorker(db, smtp(url), collectLog().log, waits)
  other.start({ alone: false })
  if (delivered) await expect.poll(unsent).toEqual([])
  await other.stop()
  expect(taken).toHaveLength(delivered)
})

test('two workers on one outbox deliver each message once', async () => {
  const url = await mailServer()
  for (let i = 0; i < 20; i++) await store()
  const other = new OutboxWorker(db, smtp(url), collectLog().log, waits)
  work(smtp(url))
  other.start({ alone: false })
  await expect.poll(unsent).toEqual([])
  await other.stop()
  expect(taken).toHaveLength(20)
})
