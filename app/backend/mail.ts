import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Log } from '#app/platform/log.ts'

/** What a message says, whoever sends it. */
export type Mail = {
  subject: string
  text: string
  html: string
  /** Left out: the staff. */
  to?: string[]
  replyTo?: { name: string; address: string }
  /** Who is named in `subject`, as they are there. */
  about?: string
  /** The enquiry, or the order (PayPal's id), that it tells of: so the log names it. */
  tellsOf?: string
}
/** Where the staff reads, and who the messages come from. */
export type Mailbox = { to: string[]; from: string; fromName?: string }
/** A message as it stands in the outbox: the same bytes at each try. */
export type QueuedMail = Mail & {
  to: string[]
  from: string
  fromName?: string
  /** `to` is the staff. */
  toStaff?: boolean
  messageId: string
  date: string
  /** Those of `to` that the server has not taken it for yet; all of them without. */
  left?: string[]
}

/** Hands a message over for good. Throws DeliveryError. */
export type Deliver = (mail: QueuedMail) => Promise<void>

const CONNECT_TIMEOUT_MS = 10_000
/** Some servers let a client wait to see whether it is one that can’t. */
const GREETING_TIMEOUT_MS = 30_000
/**
 * RFC 5321, 4.5.3.2. A server that looks into a message for long has taken it when it answers: who hangs up before brings it
 * once more at each try.
 */
const SILENCE_TIMEOUT_MS = 5 * 60_000
/** A connection that carries nothing for so long is closed. */
const IDLE_MS = 1_000
/** For one delivery; below the outbox’s claim. */
const DELIVERY_TIMEOUT_MS = 6 * 60_000

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** The server wants not this message, or may have it, which it did not say; otherwise it wants none now. */
  readonly refused: boolean
  /** It was taken for the others. */
  readonly left: string[] | undefined
  /** The server says that asking again is no use: an address that it does not know, a message that it takes for spam. */
  readonly forGood: boolean
  /** The server does not take user and password; many lock out who goes on trying. */
  readonly badLogin: boolean

  constructor(
    message: string,
    refused: boolean,
    {
      left,
      forGood = false,
      badLogin = false,
    }: { left?: string[]; forGood?: boolean; badLogin?: boolean } = {},
  ) {
    super(message)
    this.refused = refused
    this.left = left
    this.forGood = forGood
    this.badLogin = badLogin
  }
}

type Refusal = Pick<NodemailerError, 'message' | 'responseCode' | 'command'>

/** Of an address or of the message itself: a sender, or a client, that the server does not like is for the operator to mend. */
const isForGood = ({ responseCode = 0, command = '' }: Refusal) =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)

/** Says what to mend, where the message itself says it to those alone who know the protocol. */
function explained({ message, responseCode, code }: Refusal & { code?: string }, protocol: string): string {
  if (code === 'ETLS' && responseCode !== undefined)
    return `${message}; without TLS the password is not sent, unless SMTP_URL ends in ?requireTLS=false`
  if (message.includes('wrong version number') && protocol === 'smtps:')
    return 'the server does not begin with TLS: SMTP_URL has to begin with smtp: instead of smtps:'
  if (message === 'Greeting never received' && protocol === 'smtp:')
    return `${message}: if the server begins with TLS (port 465), SMTP_URL has to begin with smtps:`
  return message
}

/** Neither files nor addresses that a message might name are read. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true }

function toMessage(mail: QueuedMail) {
  const { to, from, fromName, replyTo, subject, text, html, messageId, date, left = to } = mail
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const envelope = { from, to: left }
  return {
    envelope,
    to,
    from: fromName ? { name: fromName, address: from } : from,
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
 * Delivers to the server of `smtpUrl` (smtp: with STARTTLS where offered, smtps:). A password is not sent without TLS, unless
 * `?requireTLS=false` says so: whoever is on the way would only have to leave STARTTLS out of what is offered. One connection
 * carries what comes in a row; after a pause or a failure the next message opens a new one.
 */
export function smtpDelivery(smtpUrl: string, log: Log): Deliver {
  const { protocol, password } = new URL(smtpUrl)
  /** The Message-ID of what the server has been given whole. */
  let given: string | undefined
  const open = () =>
    createTransport({
      url: smtpUrl,
      requireTLS: password !== '', // what the address says comes first
      pool: true,
      maxConnections: 1,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      ...SAFE,
    }).use('stream', ({ message }, done) => {
      message?.processFunc((bytes) =>
        bytes.once('end', () => {
          given = message.messageId()
        }),
      )
      done()
    })
  let transport: ReturnType<typeof open> | undefined
  let idle: NodeJS.Timeout | undefined
  const close = () => {
    transport?.close()
    transport = undefined
  }
  return async (mail) => {
    clearTimeout(idle)
    given = undefined
    transport ??= open()
    const late = new AbortController()
    try {
      const tooSlow = delay(DELIVERY_TIMEOUT_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error('the mail server is too slow')
      })
      const { rejected, rejectedErrors = [] } = await Promise.race([
        transport.sendMail(toMessage(mail)),
        tooSlow,
      ])
      if (rejected.length > 0) {
        // As they were given: nodemailer writes domains in small letters.
        const refused = rejected.map((address) => address.toLowerCase())
        const left = (mail.left ?? mail.to).filter((address) => refused.includes(address.toLowerCase()))
        const why = rejectedErrors.map(({ message }) => message).join('; ')
        const forGood = rejectedErrors.every(isForGood)
        throw new DeliveryError(`refused for ${left.join(', ')}: ${why}`, true, { left, forGood })
      }
      log('info', 'mail delivered', { messageId: mail.messageId })
    } catch (error) {
      close()
      if (error instanceof DeliveryError) throw error
      const refusal = error as Refusal & { code?: string; rejectedErrors?: Refusal[] }
      const { message, responseCode, code, rejectedErrors = [refusal] } = refusal
      if (responseCode === undefined && given === mail.messageId)
        throw new DeliveryError(
          `${message}: the server has the message and did not say whether it took it`,
          true,
        )
      const answered =
        responseCode !== undefined && responseCode !== 421 && !['EAUTH', 'ETLS'].includes(code!)
      throw new DeliveryError(explained(refusal, protocol), answered, {
        forGood: rejectedErrors.every(isForGood),
        badLogin: code === 'EAUTH' && responseCode! >= 500,
      })
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
