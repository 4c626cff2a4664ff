import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mailboxOf, readBackendEnv } from '#app/backend/env.ts'
import { spawnHost, startHostProcess } from '#app/backend/process.test-support.ts'
import { enquiry } from '#app/backend/test-host.test-support.ts'
import { openConsents } from '#app/contact/consents.server.ts'
import { staffToken } from '#app/platform/secret.server.ts'
import { freePort } from '#tests/support/ports.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const folder = newFolder()
const port = String(await freePort())

test.each([
  [{ HOST_PORT: 'http' }, 'HOST_PORT="http" must be a port from 1 to 65535'],
  [{ HOST_PORT: '70000' }, 'HOST_PORT="70000" must be a port from 1 to 65535'],
  [{ DATABASE_URL: 'mysql://root:hunter2@db' }, 'DATABASE_URL must be an address like postgres://'],
  [{ SMTP_URL: 'mail.example.com', MAIL_TO: 'a@b.co' }, 'SMTP_URL must be an address like smtp://'],
  [{ SMTP_URL: 'smtp://localhost' }, 'MAIL_TO is not set'],
  [{ PAYPAL_CLIENT_ID: ' ', PAYPAL_CLIENT_SECRET: 'hunter2' }, 'PAYPAL_CLIENT_ID is not set'],
  [{ MAIL_TO: 'desk' }, 'MAIL_TO="desk" must be an e-mail address'],
  [{ MAIL_FROM: 'Desk <desk>' }, 'MAIL_FROM="Desk <desk>" must be an e-mail address, or Name <address>'],
  [{ MAIL_FROM: 'A\nB <a@b.co>' }, 'MAIL_FROM="A\\nB <a@b.co>" must be an e-mail address, or Name <address>'],
  [{ BUDGET_PER_MINUTE: '0' }, 'BUDGET_PER_MINUTE="0" must be a whole number from 1 on'],
  [{ ASSISTANT_URL: 'models' }, 'ASSISTANT_URL="models" must be an address like https://'],
  [
    { ASSISTANT_URL: 'https://me:hunter2@models.example/v1', ASSISTANT_MODEL: 'm' },
    'ASSISTANT_URL="https://…@models.example/v1" must be an address without a user',
  ],
  [
    { ASSISTANT_URL: 'https:me:hunter2@models.example', ASSISTANT_MODEL: 'm' },
    'must be an address without a user',
  ],
  [{ ASSISTANT_URL: 'http://localhost:1', ASSISTANT_KEY: 'hunter2' }, 'ASSISTANT_MODEL is not set'],
  [{ STUDIO_PORT: 'lake' }, 'STUDIO_PORT="lake" must be a port from 1 to 65535'],
  [{ SANITY_PROJECT_ID: 'A B' }, 'SANITY_PROJECT_ID="A B" must be a Sanity project id'],
  [{ CHAT_BUDGET_PER_MINUTE: '0' }, 'CHAT_BUDGET_PER_MINUTE="0" must be a whole number from 1 on'],
  [{ REVIEWS_PER_DAY: '0' }, 'REVIEWS_PER_DAY="0" must be a whole number from 1 on'],
  [{ HOST_SECRET: 'short' }, 'HOST_SECRET must have at least 32 characters'],
])('%j is refused in one line without secrets', (variables, line) => {
  expect(() => readBackendEnv(variables)).toThrow(line)
  expect(() => readBackendEnv(variables)).toThrow(/^[^\n]+$/)
  expect(() => readBackendEnv(variables)).not.toThrow(/hunter2|short$/)
})

test.each([
  ['a@b.co', { from: 'a@b.co' }],
  ['Keyturn, Inc. <a@b.co>', { from: 'a@b.co', fromName: 'Keyturn, Inc.' }],
  ['"Keyturn" <a@b.co>', { from: 'a@b.co', fromName: 'Keyturn' }],
  ['<a@b.co>', { from: 'a@b.co' }],
])('mail may come from a name: MAIL_FROM=%s', (given, sender) => {
  expect(mailboxOf(readBackendEnv({ MAIL_FROM: given }))).toEqual({ to: ['enquiries@localhost'], ...sender })
})

test('an address behind another one has no user of its own', () => {
  const ASSISTANT_URL = 'https://models.example/v1?from=https://me@team.example'
  expect(readBackendEnv({ ASSISTANT_URL, ASSISTANT_MODEL: 'm' })).toMatchObject({ ASSISTANT_URL })
})

test('an empty variable counts as unset', () => {
  expect(readBackendEnv({ HOST_PORT: '', DATABASE_URL: '' })).toMatchObject({ HOST_PORT: 4000 })
})

describe('a start that can’t be ends with one line and exit code 1', () => {
  async function failure(variables: Record<string, string>) {
    const { exited, output } = spawnHost({ HOST_PORT: port, DATA_DIR: folder, ...variables })
    const code = await exited
    const lines = output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    return { code, lines }
  }

  test('a taken port, on either name of loopback', async () => {
    for (const address of ['127.0.0.1', '::1']) {
      const taken = createServer()
      await new Promise<void>((resolve) => taken.listen(Number(port), address, () => resolve()))
      expect(await failure({})).toEqual({
        code: 1,
        lines: [`host: Port ${port} is taken: stop what uses it, or set HOST_PORT`],
      })
      await new Promise((resolve) => taken.close(resolve))
    }
  })

  test('a folder that is a file, a database that is garbage, no database server', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await failure({ DATA_DIR: file })).toMatchObject({
      code: 1,
      lines: [expect.stringContaining(`DATA_DIR=${file} can’t be written`)],
    })
    const broken = join(folder, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'host.sqlite'), 'x'.repeat(10_000))
    expect(await failure({ DATA_DIR: broken })).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('host.sqlite can’t be opened: file is not a database')],
    })
    const nowhere = `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`
    const { code, lines } = await failure({ DATABASE_URL: nowhere })
    expect({ code, lines }).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('the database of DATABASE_URL can’t be opened')],
    })
    expect(lines.join()).not.toContain('hunter2')
  })

  test('a folder on which another host works, until that one is gone, however it went', async () => {
    const shared = join(folder, 'shared')
    const first = await startHostProcess({ HOST_PORT: String(await freePort()), DATA_DIR: shared })
    expect(await failure({ DATA_DIR: shared })).toEqual({
      code: 1,
      lines: [`host: ${join(shared, 'host.sqlite')} can’t be opened: another backend uses it`],
    })
    first.child.kill('SIGKILL')
    await first.exited
    const next = await startHostProcess({ HOST_PORT: port, DATA_DIR: shared })
    next.child.kill('SIGTERM')
    expect(await next.exited).toBe(0)
  })

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written (not as root)', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o500)
    expect(await failure({ DATA_DIR: closed })).toMatchObject({ code: 1 })
  })
})

test('starts with samples, answers on both names of loopback, keeps its files to itself, and stops within 3 s', async () => {
  const startedAt = performance.now()
  const host = await startHostProcess({ HOST_PORT: port, DATA_DIR: folder })
  const startMs = performance.now() - startedAt
  expect(host.output()).toContain(`host ready http://localhost:${port}`)
  for (const address of ['127.0.0.1', '[::1]', 'localhost']) {
    const response = await fetch(`http://${address}:${port}/api/reviews`)
    expect(await response.json()).toHaveLength(8)
  }
  for (const file of ['host-secret', 'host.sqlite', 'host.sqlite-wal'])
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  expect(readFileSync(join(folder, 'host-secret'), 'utf8').trim()).toHaveLength(43)

  const stoppedAt = performance.now()
  host.child.kill('SIGTERM')
  expect(await host.exited).toBe(0)
  // A machine on which everything takes long has as much time as the start took.
  expect(performance.now() - stoppedAt).toBeLessThan(Math.max(3_000, startMs))
})

test('a request that is open at SIGTERM is still answered', async () => {
  const host = await startHostProcess({ HOST_PORT: port, DATA_DIR: folder })
  const sent = request(`http://localhost:${port}/api/mail/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  const body = JSON.stringify(enquiry)
  sent.write(body.slice(0, 20))
  const answered = once(sent, 'response')
  host.child.kill('SIGTERM')
  await expect.poll(host.output, { timeout: 10_000 }).toContain('backend stopping')
  sent.end(body.slice(20))
  const [answer] = (await answered) as [IncomingMessage]
  expect(answer.resume().statusCode).toBe(200)
  expect(await host.exited).toBe(0)
})

test('where the site uses another host, there are no samples; it ends with the process that started it', async () => {
  const other = join(folder, 'other')
  const host = await startHostProcess({ HOST_PORT: port, DATA_DIR: other, HOST_URL: 'https://x.example' })
  expect(await (await fetch(`http://localhost:${port}/api/reviews`)).json()).toEqual([])
  host.child.disconnect()
  expect(await host.exited).toBe(0)
})

test('the command line says nothing of a host that keeps its database elsewhere, and makes none for the next backup', async () => {
  const dataDir = newFolder()
  let beside = {}
  const say = async (file: string, ...args: string[]) => {
    const { exited, output } = spawnHost({ DATA_DIR: dataDir, ...beside }, file, args)
    expect(await exited).not.toBe(0)
    return output()
  }
  expect(await say('commands/payments.ts', 'list')).toMatch(/^No backend data in DATA_DIR=[^\n]+\n$/)
  beside = { HOST_URL: 'https://host.example' }
  const ask = () => say('commands/records.ts', 'consents', '--phone', enquiry.phone)
  expect(await ask()).toMatch(/^No backend data in DATA_DIR=[^\n]+\n$/)
  openConsents(dataDir).close()
  expect(await ask()).toBe(`No record of ${enquiry.phone}.\n`)
  beside = {}
  staffToken(dataDir) // as a host leaves it whose database is PostgreSQL
  expect(await say('commands/payments.ts', 'list')).toMatch(/^[^\n]+ Set DATABASE_URL to [^\n]+\n$/)
  expect(await say('commands/records.ts', 'consents', '--verify')).toMatch(
    /^[^\n]+ Set DATABASE_URL to [^\n]+\n$/,
  )
  expect(readdirSync(dataDir).filter((name) => name.startsWith('host'))).toEqual([])
})

test('the command line: consent records as evidence, reviews hidden, shown, deleted and rid of samples, what is kept of a person', async () => {
  const data = { HOST_PORT: port, DATA_DIR: join(folder, 'cli') }
  const cli = async (...args: string[]) => {
    const { exited, output } = spawnHost(data, 'commands/records.ts', args)
    return { code: await exited, text: output() }
  }
  const host = await startHostProcess(data)
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  await fetch(`http://localhost:${port}/api/mail/contact`, { ...post, body: JSON.stringify(enquiry) })

  const found = await cli('consents', '--phone', '(302) 555-0100')
  expect(found).toMatchObject({ code: 0, text: expect.stringMatching(/SMS box +TICKED/) })
  expect(found.text).toContain('All 1 records and their chain are intact')
  expect(await cli('consents', '--email', 'nobody@example.com')).toMatchObject({
    code: 1,
    text: expect.stringContaining('No record of nobody@example.com.'),
  })
  const [first] = (await cli('reviews', 'list')).text.split('\n')
  const id = first!.split(' ')[0]!
  const shown = async () =>
    ((await (await fetch(`http://localhost:${port}/api/reviews`)).json()) as unknown[]).length
  expect(await cli('reviews', 'hide', id)).toMatchObject({ code: 0 })
  expect(await shown()).toBe(7)
  expect(await cli('reviews', 'show', id)).toMatchObject({ code: 0 })
  expect(await shown()).toBe(8)
  expect(await cli('reviews', 'delete', id)).toMatchObject({ code: 0, text: `Review ${id} is removed.\n` })
  expect(await cli('reviews', 'delete', id)).toMatchObject({ code: 1 })
  expect(await cli('reviews', 'remove-samples')).toMatchObject({ text: '7 samples removed.\n' })
  expect(await shown()).toBe(0)
  const copy = JSON.parse((await cli('person', '--email', enquiry.email)).text)
  expect(copy).toMatchObject({
    enquiries: [{ firstName: 'Ann', phone: enquiry.phone }],
    purchases: [],
    consents: [{ sequence: 1 }],
  })
  expect(await cli('consents', '--phone', '1', '--email', enquiry.email)).toMatchObject({
    code: 1,
    text: expect.stringContaining('Use:'),
  })
  const both = await cli('person', '--phone', '1', '--email', enquiry.email, '--erase')
  expect(both, 'one of them would not be looked for').toMatchObject({ code: 1 })
  expect(await cli('person', '--email', enquiry.email, '--erase')).toEqual({
    code: 0,
    text: 'Removed: 1 enquiries, 1 mails. Kept: 1 records of consent (evidence), 0 purchases (bookkeeping).\n',
  })
  expect(await cli('person')).toMatchObject({ code: 1, text: expect.stringContaining('Use:') })
  expect(await cli('reviews', 'edit')).toMatchObject({ code: 1, text: expect.stringContaining('Use:') })
  host.child.kill('SIGINT')
  expect(await host.exited).toBe(0)
})
