import type { Mail } from '#app/backend/mail.ts'
import { addressOf, formatTime, mailBody, oneLine } from '#app/backend/mail-text.ts'
import { formatCents } from '#app/backend/payments/money.ts'
import type { PaymentOrderRow, PurchaseRow } from '#app/backend/payments/rows.ts'

const MAX_SUBJECT_TITLE_CHARS = 80
const NO_MONEY = 'This was a test payment: no money has moved.'

/** The buyer's receipt; undefined where what was typed is no address. `test`: paid at the stand-in. */
export function receiptMail(purchase: PurchaseRow, test: boolean): Mail | undefined {
  const address = addressOf(purchase.userEmail)
  if (!address) return undefined
  const name = oneLine(`${purchase.firstName} ${purchase.lastName}`)
  return {
    to: [address],
    reference: purchase.paypalOrderId,
    subject: `${test ? '[Test] ' : ''}Your receipt: ${subject(purchase)}`,
    ...mailBody('Receipt', lines(purchase), {
      before: [
        `${name ? `Dear ${name}` : 'Hello'}, thank you. We have received your payment.`,
        ...(test ? [NO_MONEY] : []),
      ],
      after: ['Please keep the order number for any question about this payment.'],
    }),
  }
}

/** Tells the staff what was bought, to be answered to the buyer. */
export function noticeMail(purchase: PurchaseRow, captures: string[] | undefined, test: boolean): Mail {
  const email = addressOf(purchase.userEmail)
  const name = oneLine(`${purchase.firstName} ${purchase.lastName}`)
  const { userEmail, phone, address, city, state } = purchase
  return {
    subject: `${test ? '[Test] ' : ''}New purchase: ${subject(purchase)}`,
    reference: purchase.paypalOrderId,
    ...(email && { replyTo: { name, address: email } }),
    ...mailBody(
      'New purchase',
      [
        ...lines(purchase),
        transaction(captures),
        ['Name', name || '(not given)'],
        ['Email', oneLine(userEmail) || '(not given)'],
        ['Phone', oneLine(phone) || '(not given)'],
        ['Address', oneLine([address, city, state].filter(Boolean).join(', ')) || '(not given)'],
      ],
      { before: test ? [NO_MONEY] : [] },
    ),
  }
}

/** Tells the staff of money that came without a record of who bought. `payer` is the address of the PayPal account. */
export function missingRecordMail(
  order: PaymentOrderRow,
  { captures, payer, test }: { captures: string[] | undefined; payer: string | undefined; test: boolean },
): Mail {
  const { title, amountCents, paypalOrderId, createdAt, state } = order
  const another = state === 'mismatch' ? ' was ordered; PayPal has taken another amount' : ''
  return {
    subject: `${test ? '[Test] ' : ''}Paid, but not recorded: order ${paypalOrderId}`,
    reference: paypalOrderId ?? undefined,
    ...mailBody(
      'Paid, but not recorded',
      [
        ['Product', oneLine(title)],
        ['Total', `$${formatCents(amountCents)} USD${another}`],
        ['Order', paypalOrderId ?? ''],
        transaction(captures),
        ['Ordered', formatTime(createdAt)],
        ['PayPal account', oneLine(payer ?? '') || '(unknown)'],
      ],
      {
        before: test ? [NO_MONEY] : [],
        after: [
          'The site keeps the buyer’s details until they are recorded (npm run reconcile); if this remains, write to the payer.',
        ],
      },
    ),
  }
}

/** By its captures PayPal’s own reports name a payment, and its pages find it. */
const transaction = (captures: string[] | undefined): [string, string] => [
  'PayPal transaction',
  captures?.join(' ') || '(unknown)',
]

function subject({ packageTitle }: PurchaseRow): string {
  return [...oneLine(packageTitle)].slice(0, MAX_SUBJECT_TITLE_CHARS).join('')
}

function lines({ packageTitle, priceCents, paypalOrderId, recordedAt }: PurchaseRow): [string, string][] {
  return [
    ['Product', oneLine(packageTitle)],
    ['Quantity', '1'],
    ['Total', `$${formatCents(priceCents)} USD`],
    ['Paid with', 'PayPal'],
    ['Date', formatTime(recordedAt)],
    ['Order', paypalOrderId],
  ]
}
