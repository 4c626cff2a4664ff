import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectLog, enquiry } from '#app/backend/backend.test-support.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import type { Database } from '#app/backend/database/schema.ts'
import { storeEnquiry } from '#app/backend/enquiries/contact.ts'
import { type Deliver, DeliveryError, fileDelivery, smtpDelivery } from '#app/backend/mail/mail.ts'
import { createOutboxWorker } from '#app/backend/mail/outbox.ts'
import { readMetrics } from '#app/backend/metrics.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const mailbox = { to: ['desk@example.com', 'boss@example.com'], from: 'site@example.com' }
const short = { first: 50, longest: 200 }
const waits = { unreachable: short, login: short, message: short }
const DAY_MS = 86_400_000

type Taken = { to: string[]; message: string; id: string }
let folder: string
let db: Database
let taken: Taken[]
let server: SMTPServer | undefined
let worker: ReturnType<typeof createOutboxWorker> | undefined
const { lines, log } = collectLog()
const postgres = await startPostgres()
afterAll(() => postgres.stop())

beforeEach(async () => {
  folder = newFolder()
  taken = []
  lines.length = 0
  db = await openDatabase({ dataDir: folder, log })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await worker?.stop()
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
  server = undefined
  await db.destroy()
})

async function listen(options: SMTPServerOptions, port = 0): Promise<string> {
  server = new SMTPServer({ disableReverseLookup: true, closeTimeout: 50, ...options })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', () => resolve()))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

type Refusals = { message?: () => Error | null | undefined; address?: (address: string) => Error | null }

/** A real mail server. `refusals` may answer a message or an address with an error. */
async function mailServer(refusals: Refusals = {}, port = 0): Promise<string> {
  const at = await listen(
    {
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(refusals.address?.(address)),
      onData(stream, session, done) {
        let message = ''
        stream.on('data', (chunk) => {
          message += chunk
        })
        stream.on('end', () => {
          const error = refusals.message?.()
          if (!error) {
            const to = session.envelope.rcptTo.map(({ address }) => address)
            taken.push({ to, message, id: /^Message-ID: (.*)$/im.exec(message)?.[1]?.trim() ?? '' })
          }
          done(error)
        })
      },
    },
    port,
  )
  return `smtp://${at}`
}

/** A mail server that offers no TLS. Returns its address and the passwords that it was sent; it accepts all but `wrong`. */
async function serverWithoutTls(): Promise<{ at: string; passwords: string[] }> {
  const passwords: string[] = []
  const at = await listen({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password ?? '')
      if (password === 'wrong') done(new Error('authentication failed'))
      else done(null, { user: 'ann' })
    },
  })
  return { at, passwords }
}

async function work(
  deliver: Deliver,
  { to = mailbox, alone = true, wait = waits } = {},
): Promise<NonNullable<typeof worker>> {
  worker = createOutboxWorker(db, { deliver, mailbox: to, log, waits: wait })
  await worker.start({ alone })
  return worker
}
const store = (change: Partial<typeof enquiry> = {}) =>
  storeEnquiry(db, { ...enquiry, ...change }, { requestId: 'r-1' })
const unsent = () => db.selectFrom('outbox').selectAll().where('sentAt', 'is', null).execute()
const smtp = (url: string) => smtpDelivery(url, log)
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
const unknown = refusal(550, '5.1.1 no such user')
const outgoing = {
  ...{ to: ['desk@example.com'], pending: ['desk@example.com'], from: 'site@example.com' },
  ...{ subject: 'Hello', text: 'Hi', html: '<p>Hi' },
  ...{ messageId: '<1@example.com>', date: '2026-03-01T10:00:00.000Z' },
}

test('the staff get a mail in text and HTML whose reply goes to the visitor', async () => {
  await work(smtp(await mailServer()), { to: { ...mailbox, fromName: 'Keyturn, Inc.' } as typeof mailbox })
  await store({ firstName: '\u202eAnn <b>&' })
  worker!.wake()
  await expect.poll(() => taken.length).toBe(1)
  const [{ to, message, id }] = taken as [Taken]
  expect(to).toEqual(mailbox.to)
  expect(id).toMatch(/@example\.com>$/)
  expect(message).toMatch(/^From: "Keyturn, Inc\." <site@example\.com>\r?$/m)
  expect(message, 'no bidirectional override').toMatch(/^Reply-To: "?Ann <b>& Lee"? <ann@example\.com>\r?$/m)
  expect(message).toMatch(/^Subject: New enquiry from Ann <b>& Lee\r?$/m)
  expect(message).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r?$/m)
  expect(message).toContain('Content-Type: text/plain')
  expect(message).toContain('Content-Type: text/html')
  expect(message).toContain('Name: Ann <b>& Lee')
  expect(message.replaceAll('=\r\n', '')).toContain('>Ann &lt;b&gt;&amp; Lee<')
  await expect.poll(unsent).toEqual([])
  expect(await db.selectFrom('outbox').select(['content']).execute()).toEqual([{ content: null }])
})

test('a password is sent without TLS only if SMTP_URL allows it', async () => {
  const { at, passwords } = await serverWithoutTls()
  await expect(smtp(`smtp://ann:hunter2@${at}`)(outgoing)).rejects.toMatchObject({
    message: expect.stringContaining('without TLS the password is not sent'),
    failure: 'unreachable',
  })
  expect(passwords).toEqual([])
  await smtp(`smtp://ann:hunter2@${at}?requireTLS=false`)(outgoing)
  expect(passwords).toEqual(['hunter2'])
})

test('after a wrong password the server is not tried again for a minute, and the log has an error', async () => {
  const { at, passwords } = await serverWithoutTls()
  const minute = { first: 60_000, longest: 60_000 }
  await work(smtp(`smtp://ann:wrong@${at}?requireTLS=false`), { wait: { ...waits, login: minute } })
  await store()
  worker!.wake()
  await expect.poll(() => lines.length).toBe(1)
  await store()
  worker!.wake()
  expect(passwords).toEqual(['wrong'])
  const error = expect.stringContaining('535 authentication failed')
  expect(lines).toMatchObject([
    { level: 'error', message: 'mail not delivered, to be tried again', detail: { error } },
  ])
})

test.each([
  ['line ends in a name', { firstName: 'Ann\r\nBcc: all@example.net\r\n\r\nHello', lastName: 'Lee' }],
  ['line ends in the address', { email: 'ann@example.com\r\nBcc: all@example.net' }],
  ['several addresses', { email: 'ann@example.com, all@example.net' }],
  ['Unicode line ends', { lastName: 'Lee\u2028Bcc: all@example.net\u0085' }],
])('a visitor adds no header to the mail by %s', async (_case, change) => {
  await work(smtp(await mailServer()))
  await store(change)
  worker!.wake()
  await expect.poll(() => taken.length).toBe(1)
  const [{ to, message }] = taken as [Taken]
  const [head = ''] = message.split('\r\n\r\n')
  const names = head.match(/^[\w-]+(?=:)/gm)?.filter((name) => name !== 'Reply-To')
  expect(names?.sort().join(' ')).toBe(
    'Auto-Submitted Content-Type Date From MIME-Version Message-ID Subject To',
  )
  expect(to).toEqual(mailbox.to)
  const [, replyTo] = /^Reply-To:.*<(.*)>\r?$/im.exec(head.replace(/\r\n\s+/g, ' ')) ?? []
  expect(replyTo).toBe('email' in change ? undefined : enquiry.email)
  expect(message).not.toMatch(/^Bcc:/m)
})

test('the log and the outbox have only the codes of a refusal that quotes the message', async () => {
  const spam = refusal(554, '5.7.1 Subject “New enquiry from Ann Lee” looks like spam')
  await work(smtp(await mailServer({ message: () => spam })))
  await store()
  worker!.wake()
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await worker!.stop()
  expect(lines[0]?.detail?.error).toBe('message refused: 554 5.7.1')
  expect(await unsent()).toMatchObject([{ lastError: 'message refused: 554 5.7.1' }])
})

test('a temporarily refused address gets the message later with the same Message-ID; the others get it once', async () => {
  let refusals = 2
  const busy = refusal(450, 'mailbox busy')
  const address = (to: string) => (to.startsWith('Boss') && refusals-- > 0 ? busy : null)
  const capitals = { to: ['Desk@Example.COM', 'Boss@Example.COM'], from: 'site@example.com' }
  await work(smtp(await mailServer({ address })), { to: capitals })
  await store()
  worker!.wake()
  await expect.poll(() => taken.map(({ to }) => to)).toEqual([['Desk@example.com'], ['Boss@example.com']])
  await expect.poll(unsent).toEqual([])
  const [first, second] = taken as [Taken, Taken]
  expect(second.id).toBe(first.id)
})

test.skipIf(postgres.url === undefined)(
  `two workers on PostgreSQL share the mails${postgres.reason ? ` (skipped: ${postgres.reason})` : ''}`,
  async () => {
    await db.destroy()
    db = await openDatabase({ dataDir: folder, databaseUrl: postgres.url, log })
    const attempts: string[][] = []
    const deliver: Deliver = async ({ pending }) => {
      attempts.push(pending)
      if (attempts.length === 1)
        throw new DeliveryError('busy', 'message', { accepted: ['desk@example.com'] })
    }
    for (let i = 0; i < 20; i++) await store()
    const other = await work(deliver, { alone: false })
    await work(deliver, { alone: false })
    await expect.poll(unsent, { timeout: 10_000 }).toEqual([])
    await other.stop()
    expect(attempts).toHaveLength(21)
    expect(attempts.filter(({ length }) => length === 1)).toEqual([['boss@example.com']])
  },
)

test('a permanently refused address is given up and logged once the others have the message', async () => {
  await work(smtp(await mailServer({ address: (to) => (to.startsWith('boss') ? unknown : null) })))
  await store()
  const { id } = await db.selectFrom('enquiries').select('id').executeTakeFirstOrThrow()
  worker!.wake()
  await expect.poll(unsent).toEqual([])
  expect(taken.map(({ to }) => to)).toEqual([['desk@example.com']])
  const error = expect.stringMatching(/^refused for boss@example\.com: .*no such user/)
  expect(lines).toMatchObject([{ level: 'error', message: 'mail given up', detail: { id, error } }])
  expect(await readMetrics(db)).toMatchObject({ mailsWaiting: 0, mailsGivenUp: 1 })
})

test('a permanently refused message is retried for three days and 100 attempts, then given up', async () => {
  const refusals: Refusals = { message: () => refusal(554, '5.7.1 spam') }
  await work(smtp(await mailServer(refusals)))
  await store()
  await store()
  worker!.wake()
  const attempts = async () => (await unsent()).map((row) => row.attempts)
  await expect.poll(async () => Math.min(...(await attempts()))).toBeGreaterThan(1)
  const [first] = await unsent()
  const enqueuedAt = new Date(Date.now() - 3 * DAY_MS - 1).toISOString()
  await db.updateTable('outbox').set({ enqueuedAt }).execute()
  // Few attempts mean that the clock has jumped.
  const before = Math.max(...(await attempts()))
  await expect.poll(async () => Math.min(...(await attempts()))).toBeGreaterThan(before)
  expect(await unsent()).toHaveLength(2)
  await db.updateTable('outbox').set({ attempts: 100 }).where('id', '=', first!.id).execute()
  await expect.poll(async () => (await unsent()).length).toBe(1)
  expect(lines.filter(({ message }) => message === 'mail given up')).toHaveLength(1)
  refusals.message = undefined
  await expect.poll(unsent).toEqual([])
  expect(taken).toHaveLength(1)
  expect(await readMetrics(db)).toMatchObject({ mailsWaiting: 0, mailsGivenUp: 1 })
})

test('while the server is down, mails wait until it is back', async () => {
  const url = await mailServer()
  await new Promise<void>((resolve) => server!.close(() => resolve()))
  await work(smtp(url))
  for (let i = 0; i < 5; i++) await store()
  worker!.wake()
  await expect.poll(async () => (await unsent())[0]?.attempts).toBeGreaterThan(1)
  expect((await unsent())[0]?.lastError).toMatch(/ECONNREFUSED/)
  await mailServer({}, Number(new URL(url).port))
  await expect.poll(() => taken.length).toBe(5)
  expect(new Set(taken.map(({ id }) => id)).size).toBe(5)
})

test('without SMTP_URL a message becomes one private file; a retry writes the same file', async () => {
  const mails = join(folder, 'mail')
  mkdirSync(mails)
  writeFileSync(join(mails, '2026-03-01.eml.draft-of-a-killed-process.part'), 'half a mail')
  const deliver = fileDelivery(mails, log)
  let attempts = 0
  await work(async (mail) => {
    await deliver(mail)
    if (++attempts === 1) throw new Error('killed before it was marked as sent')
  })
  await store()
  worker!.wake()
  await expect.poll(unsent).toEqual([])
  const files = readdirSync(mails)
  expect(attempts).toBe(2)
  expect(files).toEqual([expect.stringMatching(/^\d{4}-.*\.eml$/)])
  expect(statSync(join(mails, files[0]!)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(mails, files[0]!), 'utf8')).toContain('Subject: New enquiry from Ann Lee')
  expect(lines[0]).toMatchObject({ message: 'wrote the mail to a file: SMTP_URL is not set' })
})
