import { mailboxOf } from '#app/backend/env.ts'
import { checkSmtp } from '#app/backend/mail/mail.ts'
import { type Finding, missing, ok, type Setup, wrong } from '#app/server/operations/doctor/finding.ts'

const TIMEOUT_MS = 8_000

/** Logs in to the mail server. Whether it accepts the sender shows only when it gets a mail. */
export async function checkMail({ backend }: Setup): Promise<Finding[]> {
  if (!backend) return []
  if (!backend.SMTP_URL) return [missing('mail: no SMTP_URL, so mails are files in DATA_DIR/mail')]
  const { from, to } = mailboxOf(backend)
  return checkSmtp(backend.SMTP_URL, TIMEOUT_MS).then(
    () => [ok(`mail: SMTP_URL accepts the login. Send an enquiry to test ${from} to ${to.join(', ')}`)],
    (error: Error) => [wrong(`mail: ${error.message}. Correct SMTP_URL, or start the server`)],
  )
}
