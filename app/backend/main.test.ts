import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { enquiry } from '#app/backend/backend.test-support.ts'
import { mailboxOf, readBackendEnv } from '#app/backend/env.ts'
import { spawnHost, startHostProcess } from '#app/backend/process.test-support.ts'
import { openConsents } from '#app/contact/consents.server.ts'
import { staffToken } from '#app/platform/secret.server.ts'
import { freePort } from '#tests/support/ports.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const folder = newFolder()
const port = String(await freePort())

test.each([
  [{ DATABASE_URL: 'mysql://root:hunter2@db' }, 'DATABASE_URL must be an address like postgres://'],
  [{ SMTP_URL: 'smtp://localhost' }, 'MAIL_TO is not set'],
  [{ MAIL_TO: 'desk' }, 'MAIL_TO="desk" must be an e-mail address'],
  [{ MAIL_FROM: 'A\nB <a@b.co>' }, 'MAIL_FROM="A\\nB <a@b.co>" must be an e-mail address, or Name <address>'],
  [{ BUDGET_PER_MINUTE: '0' }, 'BUDGET_PER_MINUTE="0" must be a whole number from 1 on'],
  [
    { ASSISTANT_URL: 'https://me:hunter2@models.example/v1', ASSISTANT_MODEL: 'm' },
    'ASSISTANT_URL="https://…@models.example/v1" must be an address without a user',
  ],
  [{ ASSISTANT_URL: 'http://localhost:1', ASSISTANT_KEY: 'hunter2' }, 'ASSISTANT_MODEL is not set'],
  [{ SANITY_PROJECT_ID: 'A B' }, 'SANITY_PROJECT_ID="A B" must be a Sanity project id'],
  [{ HOST_SECRET: 'short' }, 'HOST_SECRET must have at least 32 characters'],
  // Half a set of PayPal's credentials would take test money for real.
  [{ PAYPAL_CLIENT_ID: 'id' }, 'PAYPAL_CLIENT_SECRET is not set: PAYPAL_CLIENT_ID needs it'],
  [{ PAYPAL_CLIENT_ID: ' ', PAYPAL_CLIENT_SECRET: 'hunter2' }, 'PAYPAL_CLIENT_ID is not set'],
  [{ PAYPAL_ENV: 'live' }, 'PAYPAL_CLIENT_ID is not set: PAYPAL_ENV needs it'],
  [{ PAYPAL_WEBHOOK_ID: 'W1' }, 'PAYPAL_CLIENT_ID is not set: PAYPAL_WEBHOOK_ID needs it'],
])('an operator reads one line without secrets about %j', (variables, line) => {
  expect(() => readBackendEnv(variables)).toThrow(line)
  expect(() => readBackendEnv(variables)).toThrow(/^[^\n]+$/)
  expect(() => readBackendEnv(variables)).not.toThrow(/hunter2|short$/)
})

test('an operator can name the sender of mails; an empty variable counts as unset', () => {
  const env = readBackendEnv({ MAIL_FROM: 'Keyturn, Inc. <a@b.co>', HOST_PORT: '' })
  expect(mailboxOf(env)).toEqual({ to: ['enquiries@localhost'], from: 'a@b.co', fromName: 'Keyturn, Inc.' })
  expect(env.HOST_PORT).toBe(4000)
})

describe('a backend that cannot start ends with one line and exit code 1', () => {
  async function failure(variables: Record<string, string>) {
    const { exited, output } = spawnHost({ HOST_PORT: port, DATA_DIR: folder, ...variables })
    expect(await exited).toBe(1)
    const lines = output().trim().split('\n')
    return lines.filter((line) => !line.startsWith('{'))
  }

  test('a taken port', async () => {
    const taken = createServer().listen(Number(port), '::1')
    await once(taken, 'listening')
    expect(await failure({})).toEqual([`host: Port ${port} is taken: stop what uses it, or set HOST_PORT`])
    await new Promise((resolve) => taken.close(resolve))
  })

  test('a folder that is a file, a damaged database, no database server', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect((await failure({ DATA_DIR: file })).join()).toContain(`DATA_DIR=${file} can’t be written`)
    const broken = join(folder, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'host.sqlite'), 'x'.repeat(10_000))
    const damaged = 'host.sqlite can’t be opened: file is not a database'
    expect((await failure({ DATA_DIR: broken })).join()).toContain(damaged)
    const [line, ...others] = await failure({
      DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`,
    })
    expect(line).toContain('the database of DATABASE_URL can’t be opened')
    expect(line).not.toContain('hunter2')
    expect(others).toEqual([])
  })

  test('a folder that another backend still uses', async () => {
    const shared = join(folder, 'shared')
    const first = await startHostProcess({ HOST_PORT: String(await freePort()), DATA_DIR: shared })
    expect(await failure({ DATA_DIR: shared })).toEqual([
      `host: ${join(shared, 'host.sqlite')} can’t be opened: another backend uses it`,
    ])
    first.child.kill('SIGKILL')
    await first.exited
    const next = await startHostProcess({ HOST_PORT: port, DATA_DIR: shared })
    next.child.kill('SIGTERM')
    expect(await next.exited).toBe(0)
  })
})

test('the backend starts with samples on both loopback addresses, keeps its files private, and answers an open request at SIGTERM', async () => {
  const host = await startHostProcess({ HOST_PORT: port, DATA_DIR: folder })
  expect(host.output()).toContain(`host ready http://localhost:${port}`)
  for (const address of ['127.0.0.1', '[::1]']) {
    const response = await fetch(`http://${address}:${port}/api/reviews`)
    expect(await response.json()).toHaveLength(8)
  }
  for (const file of ['host-secret', 'host.sqlite', 'host.sqlite-wal'])
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0)

  const sent = request(`http://localhost:${port}/api/mail/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  const body = JSON.stringify(enquiry)
  sent.write(body.slice(0, 20))
  const answered = once(sent, 'response')
  host.child.kill('SIGTERM')
  await expect.poll(host.output).toContain('backend stopping')
  sent.end(body.slice(20))
  const [answer] = (await answered) as [IncomingMessage]
  expect(answer.resume().statusCode).toBe(200)
  expect(await host.exited).toBe(0)
})

test('beside another backend there are no samples, and the process ends with its parent', async () => {
  const other = join(folder, 'other')
  const host = await startHostProcess({ HOST_PORT: port, DATA_DIR: other, HOST_URL: 'https://x.example' })
  expect(await (await fetch(`http://localhost:${port}/api/reviews`)).json()).toEqual([])
  host.child.disconnect()
  expect(await host.exited).toBe(0)
})

test('a command without a backend in DATA_DIR says so and creates no database', async () => {
  const dataDir = newFolder()
  const outputOf = async (file: string, args: string[], variables = {}) => {
    const { exited, output } = spawnHost({ DATA_DIR: dataDir, ...variables }, file, args)
    expect(await exited).not.toBe(0)
    return output()
  }
  const list = () => outputOf('commands/payments.ts', ['list'])
  expect(await list()).toMatch(/^No backend data in DATA_DIR=[^\n]+\n$/)
  openConsents(dataDir).close()
  const ask = ['consents', '--phone', enquiry.phone]
  expect(await outputOf('commands/records.ts', ask, { HOST_URL: 'https://host.example' })).toBe(
    `No record of ${enquiry.phone}.\n`,
  )
  staffToken(dataDir) // as left by a backend on PostgreSQL
  expect(await list()).toMatch(/^[^\n]+ Set DATABASE_URL to [^\n]+\n$/)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('host'))).toEqual([])
})

test('an operator prints consent records, moderates reviews, and erases a person by commands', async () => {
  const data = { HOST_PORT: port, DATA_DIR: join(folder, 'cli') }
  const run = async (...args: string[]) => {
    const { exited, output } = spawnHost(data, 'commands/records.ts', args)
    return { code: await exited, text: output() }
  }
  const host = await startHostProcess(data)
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  await fetch(`http://localhost:${port}/api/mail/contact`, { ...post, body: JSON.stringify(enquiry) })

  const found = await run('consents', '--phone', '(302) 555-0100')
  expect(found).toMatchObject({ code: 0, text: expect.stringMatching(/SMS box +TICKED/) })
  expect(found.text).toContain('All 1 records and their chain are intact')
  const id = (await run('reviews', 'list')).text.split(' ')[0]!
  const shown = async () =>
    ((await (await fetch(`http://localhost:${port}/api/reviews`)).json()) as unknown[]).length
  expect(await run('reviews', 'hide', id)).toMatchObject({ code: 0 })
  expect(await shown()).toBe(7)
  expect(await run('reviews', 'delete', id)).toMatchObject({ code: 0, text: `Review ${id} is removed.\n` })
  expect(await run('reviews', 'delete', id)).toMatchObject({ code: 1 })
  expect(await run('reviews', 'remove-samples')).toMatchObject({ text: '7 samples removed.\n' })
  expect(JSON.parse((await run('person', '--email', enquiry.email)).text)).toMatchObject({
    enquiries: [{ firstName: 'Ann', phone: enquiry.phone }],
    purchases: [],
    consents: [{ sequence: 1 }],
  })
  // A search by only one of two would look complete.
  expect(await run('person', '--phone', '1', '--email', enquiry.email, '--erase')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Use:'),
  })
  expect(await run('person', '--email', enquiry.email, '--erase')).toEqual({
    code: 0,
    text: 'Removed: 1 enquiries, 1 mails. Kept: 1 records of consent (evidence), 0 purchases (bookkeeping).\n',
  })
  host.child.kill('SIGINT')
  expect(await host.exited).toBe(0)
})
