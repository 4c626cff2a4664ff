import type { Mail } from '#app/backend/mail/mail.ts'
import { addressOf, formatTime, mailBody, oneLine } from '#app/backend/mail/mail-text.ts'
import { formatCents } from '#app/backend/payments/money.ts'
import type { PaymentOrderRow, PurchaseRow } from '#app/backend/payments/tables.ts'

type Line = [label: string, value: string]
const MAX_SUBJECT_TITLE_CHARS = 80
const NEXT_STEPS =
  'The site keeps the buyer’s details until they are recorded (npm run reconcile); if this remains, write to the payer.'

const testMark = (test: boolean) => (test ? '[Test] ' : '')
const testNotice = (test: boolean) => (test ? ['This was a test payment: no money has moved.'] : [])
const nameOf = ({ firstName, lastName }: PurchaseRow) => oneLine(`${firstName} ${lastName}`)
const titleOf = ({ packageTitle }: PurchaseRow) =>
  [...oneLine(packageTitle)].slice(0, MAX_SUBJECT_TITLE_CHARS).join('')

/** The buyer's receipt; undefined if the typed e-mail address is invalid. `test`: no real money. */
export function receiptMail(purchase: PurchaseRow, test: boolean): Mail | undefined {
  const address = addressOf(purchase.userEmail)
  if (!address) return undefined
  const name = nameOf(purchase)
  const thanks = `${name ? `Dear ${name}` : 'Hello'}, thank you. We have received your payment.`
  return {
    to: [address],
    reference: purchase.paypalOrderId,
    subject: `${testMark(test)}Your receipt: ${titleOf(purchase)}`,
    ...mailBody('Receipt', lines(purchase), {
      before: [thanks, ...testNotice(test)],
      after: ['Please keep the order number for any question about this payment.'],
    }),
  }
}

/** Notifies the staff of a purchase. A reply goes to the buyer. */
export function noticeMail(purchase: PurchaseRow, captures: string[] | undefined, test: boolean): Mail {
  const { userEmail, phone, address, city, state, paypalOrderId } = purchase
  const email = addressOf(userEmail)
  const name = nameOf(purchase)
  const field = (label: string, text: string): Line => [label, oneLine(text) || '(not given)']
  const buyer = [
    field('Name', name),
    field('Email', userEmail),
    field('Phone', phone),
    field('Address', [address, city, state].filter(Boolean).join(', ')),
  ]
  return {
    subject: `${testMark(test)}New purchase: ${titleOf(purchase)}`,
    reference: paypalOrderId,
    ...(email && { replyTo: { name, address: email } }),
    ...mailBody('New purchase', [...lines(purchase), transaction(captures), ...buyer], {
      before: testNotice(test),
    }),
  }
}

/** Notifies the staff of an unrecorded payment. `payer` is the e-mail address of the PayPal account. */
export function missingRecordMail(
  { title, amountCents, paypalOrderId, createdAt, state }: PaymentOrderRow,
  { captures, payer, test }: { captures: string[] | undefined; payer: string | undefined; test: boolean },
): Mail {
  const mismatch = state === 'mismatch' ? ' was ordered; PayPal has taken another amount' : ''
  const rows: Line[] = [
    ['Product', oneLine(title)],
    ['Total', `$${formatCents(amountCents)} USD${mismatch}`],
    ['Order', paypalOrderId ?? ''],
    transaction(captures),
    ['Ordered', formatTime(createdAt)],
    ['PayPal account', oneLine(payer ?? '') || '(unknown)'],
  ]
  return {
    subject: `${testMark(test)}Paid, but not recorded: order ${paypalOrderId}`,
    reference: paypalOrderId ?? undefined,
    ...mailBody('Paid, but not recorded', rows, { before: testNotice(test), after: [NEXT_STEPS] }),
  }
}

/** PayPal's reports identify a payment by its captures. */
const transaction = (captures: string[] | undefined): Line => [
  'PayPal transaction',
  captures?.join(' ') || '(unknown)',
]

const lines = ({ packageTitle, priceCents, paypalOrderId, recordedAt }: PurchaseRow): Line[] => [
  ['Product', oneLine(packageTitle)],
  ['Quantity', '1'],
  ['Total', `$${formatCents(priceCents)} USD`],
  ['Paid with', 'PayPal'],
  ['Date', formatTime(recordedAt)],
  ['Order', paypalOrderId],
]
