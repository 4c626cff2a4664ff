import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Log } from '#app/platform/log.ts'
import { replaceFile } from '#app/platform/replace-file.server.ts'

/** The folder in DATA_DIR for the mails of a backend without SMTP_URL. */
export const MAIL_FOLDER = 'mail'

/** The content of a message. */
export type Mail = {
  subject: string
  text: string
  html: string
  /** Undefined for the staff. */
  to?: string[]
  replyTo?: { name: string; address: string }
  /** The enquiry's id, or PayPal's order id, for the log. */
  reference?: string
}
/** The staff's addresses, and the sender of all messages. */
export type Mailbox = { to: string[]; from: string; fromName?: string }
/** Each attempt has the same Message-ID and date. */
type OutgoingMail = Mail & {
  to: string[]
  from: string
  fromName?: string
  messageId: string
  date: string
  /** Recipients that do not have it yet. */
  pending: string[]
}

/** Delivers a message. Throws DeliveryError. */
export type Deliver = (mail: OutgoingMail) => Promise<void>

/** Some servers delay the greeting to detect spammers. */
const CONNECT_TIMEOUT_MS = 30_000
/** A server may scan a message for minutes (RFC 5321, 4.5.3.2). Hanging up earlier sends it twice. */
const DELIVERY_TIMEOUT_MS = 6 * 60_000
/** A delivery and the check after its failure take less than the outbox's CLAIM_MS. */
const SOCKET_TIMEOUT_MS = 5 * 60_000

/** The server refuses this message, refuses the login, or takes no message now. */
export type DeliveryFailure = 'message' | 'login' | 'unreachable'

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly failure: DeliveryFailure
  /** Addresses that have the message now. */
  readonly accepted: string[]
  /** Another attempt is useless, e.g. for an unknown address or for spam. */
  readonly permanent: boolean

  constructor(
    message: string,
    failure: DeliveryFailure,
    { accepted = [], permanent = false }: { accepted?: string[]; permanent?: boolean } = {},
  ) {
    super(message)
    this.failure = failure
    this.accepted = accepted
    this.permanent = permanent
  }
}

/** Only refusals of a recipient or of the message count as permanent. The operator can repair all others. */
const isPermanent = ({ permanent = false, command = '' }: NodemailerError) =>
  permanent && ['RCPT TO', 'DATA'].includes(command)

/** Explains an error, with a hint about SMTP_URL. A reply that may quote the message is reduced to its codes. */
function explain({ message, command, response = '', code, responseCode }: NodemailerError, protocol: string) {
  if (command === 'DATA')
    return `message refused: ${/^\d+([ -]\d\.\d+\.\d+)?/.exec(response)?.[0] ?? 'no code'}`
  if (code === 'ETLS' && responseCode !== undefined)
    return `${message}; without TLS the password is not sent, unless SMTP_URL ends in ?requireTLS=false`
  if (message.includes('wrong version number') && protocol === 'smtps:')
    return 'the server does not begin with TLS: SMTP_URL has to begin with smtp: instead of smtps:'
  if (message === 'Greeting never received' && protocol === 'smtp:')
    return `${message}: if the server begins with TLS (port 465), SMTP_URL has to begin with smtps:`
  return message
}

function toMessage({ from, fromName, pending, date, reference: _, ...mail }: OutgoingMail) {
  return {
    ...mail,
    from: fromName ? { name: fromName, address: from } : from,
    envelope: { from, to: pending },
    date: new Date(date),
    headers: { 'Auto-Submitted': 'auto-generated' },
    // A message never makes nodemailer read files or web addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Connects and logs in to an SMTP server, and sends nothing. Throws an Error that says why it can't. */
export async function checkSmtp(smtpUrl: string, timeoutMs: number): Promise<void> {
  const { protocol, password } = new URL(smtpUrl)
  const names = ['dnsTimeout', 'connectionTimeout', 'greetingTimeout', 'socketTimeout']
  const timeouts = Object.fromEntries(names.map((name) => [name, timeoutMs]))
  const transport = createTransport({ url: smtpUrl, requireTLS: password !== '', ...timeouts })
  await transport.verify().catch((error: NodemailerError) => {
    throw new Error(explain(error, protocol))
  })
}

/** Delivers to an SMTP server. A password needs TLS unless `?requireTLS=false`: an attacker could remove STARTTLS. */
export function smtpDelivery(smtpUrl: string, log: Log): Deliver {
  const { protocol, password } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: password !== '', // the URL's own parameter takes precedence
    connectionTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  })

  /** A successful connection check means that the server takes other messages. */
  const failureOf = async ({ code, responseCode = 0 }: NodemailerError): Promise<DeliveryFailure> =>
    code === 'EAUTH' && responseCode >= 500
      ? 'login'
      : transport.verify().then(
          () => 'message',
          () => 'unreachable',
        )

  return async (mail) => {
    const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
    const { rejected, rejectedErrors = [] } = await transport
      .sendMail({ ...toMessage(mail), signal })
      .catch(async (error: NodemailerError) => {
        const permanent = (error.rejectedErrors ?? [error]).every(isPermanent)
        throw new DeliveryError(explain(error, protocol), await failureOf(error), { permanent })
      })
    if (rejected.length > 0) {
      // nodemailer changes domains to lower case.
      const refused = rejected.map((address) => address.toLowerCase())
      const accepted = mail.pending.filter((address) => !refused.includes(address.toLowerCase()))
      const reasons = rejectedErrors.map(({ message }) => message).join('; ')
      const permanent = rejectedErrors.every(isPermanent)
      throw new DeliveryError(`refused for ${refused.join(', ')}: ${reasons}`, 'message', {
        accepted,
        permanent,
      })
    }
    log('info', 'mail delivered', { messageId: mail.messageId })
  }
}

/** Writes each message to one `.eml` file. A second attempt writes the same file. */
export function fileDelivery(folder: string, log: Log): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A killed process leaves its draft, which neither retention nor the erasure of a person finds.
  for (const draft of globSync('*.part', { cwd: folder })) rmSync(join(folder, draft), { force: true })
  return async (mail) => {
    const { message } = await transport.sendMail(toMessage(mail))
    const file = join(folder, `${mail.date.replaceAll(':', '-')}-${mail.messageId.slice(1, 9)}.eml`)
    await replaceFile(file, message as Buffer, { mode: 0o600, flush: true })
    log('info', 'wrote the mail to a file: SMTP_URL is not set', { file, messageId: mail.messageId })
  }
}
