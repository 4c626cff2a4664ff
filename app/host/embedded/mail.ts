import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '#app/host/embedded/log.ts'

/** What a message says, whoever sends it. */
export type Mail = {
  subject: string
  text: string
  html: string
  /** Left out: the staff. */
  to?: string[]
  replyTo?: { name: string; address: string }
}
/** Where the staff reads, and who the messages come from. */
export type Mailbox = { to: string[]; from: string }
/** A message as it stands in the outbox: the same bytes at each try. */
export type QueuedMail = Mail & { to: string[]; from: string; messageId: string; date: string }

/** Hands a message over for good. Throws DeliveryError. */
export type Deliver = (mail: QueuedMail) => Promise<void>

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 15_000
/** For one delivery; below the outbox’s claim. */
const DELIVERY_TIMEOUT_MS = 45_000

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** The server answered and wants not this message; otherwise it wants none now. */
  readonly refused: boolean

  constructor(message: string, refused: boolean) {
    super(message)
    this.refused = refused
  }
}

/** Neither files nor addresses that a message might name are read. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true }

function toMessage({ to, from, replyTo, subject, text, html, messageId, date }: QueuedMail) {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return { to, from, replyTo, subject, text, html, messageId, date, headers, ...SAFE }
}

/** Delivers to the server of `smtpUrl` (smtp: with STARTTLS where offered, smtps:). */
export function smtpDelivery(smtpUrl: string): Deliver {
  return async (mail) => {
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      ...SAFE,
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new DeliveryError('the mail server is too slow', false)),
        DELIVERY_TIMEOUT_MS,
      )
    })
    try {
      await Promise.race([transport.sendMail(toMessage(mail)), late])
    } catch (error) {
      if (error instanceof DeliveryError) throw error
      const { message, responseCode, code } = error as Error & { responseCode?: number; code?: string }
      const answered = responseCode !== undefined && responseCode !== 421 && code !== 'EAUTH'
      throw new DeliveryError(message, answered)
    } finally {
      clearTimeout(timer)
      transport.close()
    }
  }
}

/** Without a mail server: each message becomes one `.eml` file in `folder`, readable by its owner alone; a second try writes the same file. */
export function fileDelivery(folder: string, log: Log): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return async (mail) => {
    const { message } = await transport.sendMail(toMessage(mail))
    const name = `${mail.date.replaceAll(':', '-')}-${mail.messageId.slice(1, 9)}.eml`
    const file = join(folder, name)
    const draft = openSync(`${file}.draft`, 'w', 0o600)
    try {
      writeSync(draft, message as Buffer)
      fsyncSync(draft)
    } finally {
      closeSync(draft)
    }
    renameSync(`${file}.draft`, file)
    const directory = openSync(folder, 'r')
    fsyncSync(directory)
    closeSync(directory)
    log('info', 'mail kept as a file: SMTP_URL is not set', { file, messageId: mail.messageId })
  }
}
