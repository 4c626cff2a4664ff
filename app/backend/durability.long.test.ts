import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { enquiry } from '#app/backend/backend.test-support.ts'
import { type HostProcess, startHostProcess } from '#app/backend/process.test-support.ts'
import { freePort } from '#tests/support/ports.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const KILLS = 100
/** The mail server is down during the first kills. */
const KILLS_WITHOUT_MAIL = 8
const SENDERS = 2

test(`mail server down and ${KILLS} × SIGKILL: every acknowledged enquiry is stored and mailed`, {
  timeout: 1_800_000,
}, async () => {
  const folder = newFolder()
  const [hostPort, smtpPort] = [await freePort(), await freePort()]
  const variables = {
    HOST_PORT: String(hostPort),
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_TO: 'desk@example.com',
    BUDGET_PER_MINUTE: '1000000',
    BUDGET_PER_HOUR: '1000000',
  }
  /** Message-IDs by sender. */
  const arrived = new Map<string, string[]>()
  const mailServer = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 50,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let message = ''
      stream.on('data', (chunk) => {
        message += chunk
      })
      stream.on('end', () => {
        const sender = /^Email: (\S+)\r?$/m.exec(message)?.[1] ?? ''
        const id = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? ''
        arrived.set(sender, [...(arrived.get(sender) ?? []), id])
        done()
      })
    },
  })
  mailServer.on('error', () => {})

  const acknowledged: string[] = []
  let sending = true
  let sent = 0
  const send = async () => {
    while (sending) {
      const email = `agent-${++sent}@example.com`
      const response = await fetch(`http://127.0.0.1:${hostPort}/api/mail/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...enquiry, email }),
      }).catch(() => undefined)
      if (response?.ok) acknowledged.push(email)
      await delay(50)
    }
  }

  let host: HostProcess = await startHostProcess(variables)
  const senders = Array.from({ length: SENDERS }, send)
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = acknowledged.length
    await delay(300 + Math.random() * 300)
    await expect.poll(() => acknowledged.length - before).toBeGreaterThan(5)
    host.child.kill('SIGKILL')
    await host.exited
    if (kill === KILLS_WITHOUT_MAIL) {
      await new Promise<void>((resolve) => mailServer.listen(smtpPort, '127.0.0.1', () => resolve()))
    }
    host = await startHostProcess(variables)
  }
  await delay(200)
  sending = false
  await Promise.all(senders)

  const missing = () => acknowledged.filter((email) => !arrived.has(email))
  await expect.poll(missing, { timeout: 900_000, interval: 100 }).toEqual([])
  host.child.kill('SIGTERM')
  expect(await host.exited).toBe(0)
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))

  const db = new DatabaseSync(join(folder, 'host.sqlite'))
  for (const table of ['enquiries', 'consents']) {
    const stored = new Set(
      db
        .prepare(`select email from ${table}`)
        .all()
        .map(({ email }) => email),
    )
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([])
  }
  db.close()
  // A mail may arrive twice after a kill, with the same Message-ID.
  for (const ids of arrived.values()) expect(new Set(ids).size).toBe(1)
  console.log(`${acknowledged.length} acknowledged, 0 lost, ${arrived.size} mails`)
})
