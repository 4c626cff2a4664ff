import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Log } from '#app/log.ts'

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
export type QueuedMail = Mail & {
  to: string[]
  from: string
  messageId: string
  date: string
  /** Those of `to` that the server has not taken it for yet; all of them without. */
  left?: string[]
}

/** Hands a message over for good. Throws DeliveryError. */
export type Deliver = (mail: QueuedMail) => Promise<void>

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 15_000
/** A connection that carries nothing for so long is closed. */
const IDLE_MS = 1_000
/** For one delivery; below the outbox’s claim. */
const DELIVERY_TIMEOUT_MS = 45_000

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** The server answered and wants not this message; otherwise it wants none now. */
  readonly refused: boolean
  /** It was taken for the others. */
  readonly left: string[] | undefined

  constructor(message: string, refused: boolean, left?: string[]) {
    super(message)
    this.refused = refused
    this.left = left
  }
}

/** Neither files nor addresses that a message might name are read. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true }

function toMessage({ to, from, replyTo, subject, text, html, messageId, date, left = to }: QueuedMail) {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const envelope = { from, to: left }
  return {
    envelope,
    to,
    from,
    replyTo,
    subject,
    text,
    html,
    messageId,
    date: new Date(date),
    headers,
    ...SAFE,
  }
}

/**
 * Delivers to the server of `smtpUrl` (smtp: with STARTTLS where offered, smtps:). One connection carries
 * what comes in a row; after a pause or a failure the next message opens a new one.
 */
export function smtpDelivery(smtpUrl: string, log: Log): Deliver {
  const open = () =>
    createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 1,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      ...SAFE,
    })
  let transport: ReturnType<typeof open> | undefined
  let idle: NodeJS.Timeout | undefined
  const close = () => {
    transport?.close()
    transport = undefined
  }
  return async (mail) => {
    clearTimeout(idle)
    transport ??= open()
    const late = new AbortController()
    try {
      const tooSlow = delay(DELIVERY_TIMEOUT_MS, undefined, { signal: late.signal }).then(() => {
        throw new DeliveryError('the mail server is too slow', false)
      })
      const { rejected } = await Promise.race([transport.sendMail(toMessage(mail)), tooSlow])
      if (rejected.length > 0)
        throw new DeliveryError('the mail server refused some of the addresses', true, rejected)
      log('info', 'mail delivered', { messageId: mail.messageId })
    } catch (error) {
      close()
      if (error instanceof DeliveryError) throw error
      const { message, responseCode, code } = error as Error & { responseCode?: number; code?: string }
      const answered = responseCode !== undefined && responseCode !== 421 && code !== 'EAUTH'
      throw new DeliveryError(message, answered)
    } finally {
      late.abort()
      idle = setTimeout(close, IDLE_MS)
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
    try {
      writeFileSync(`${file}.draft`, message as Buffer, { mode: 0o600, flush: true })
      renameSync(`${file}.draft`, file)
    } catch (error) {
      rmSync(`${file}.draft`, { force: true })
      throw error
    }
    const directory = openSync(folder, 'r')
    fsyncSync(directory)
    closeSync(directory)
    log('info', 'mail kept as a file: SMTP_URL is not set', { file, messageId: mail.messageId })
  }
}
