import { saveFile } from '#studio/inbox/save-file.ts'
import type { Item, StaffApi } from '#studio/inbox/staff-api.ts'
import { formatDateTime } from '#studio/schema/dates.ts'

type Column = {
  title: string
  value: (item: Item) => string | number | null
  scheme?: 'mailto' | 'tel'
  /** Replaces the column in the CSV. */
  inCsv?: { title: string; value: (item: Item) => string }
  /** The table has no room for this column. */
  csvOnly?: true
}
/** An action on rows; `done` is its message for a number of rows. */
export type Action = {
  title: string
  done: (count: number) => string
  run: (api: StaffApi, ids: string[]) => Promise<unknown>
}
export type InboxList = {
  name: 'enquiries' | 'reviews' | 'purchases' | 'consents'
  title: string
  /** The field that identifies a row. */
  key: string
  columns: Column[]
  searchPlaceholder: string
  filter: { name: string; title: string; options: { value: string; title: string }[] }
  actions?: (item: Item) => Action[]
  bulk?: Action[]
}

const text = (title: string, field: string, scheme?: Column['scheme']): Column => ({
  title,
  value: (item) => item[field] ?? null,
  ...(scheme && { scheme }),
})
/** Local time in the table, UTC in the CSV. */
const time = (title: string, field: string): Column => ({
  title,
  value: (item) => (item[field] ? formatDateTime(String(item[field])) : null),
  inCsv: {
    title: `${title} (UTC)`,
    value: (item) =>
      String(item[field] ?? '')
        .slice(0, 16)
        .replace('T', ' '),
  },
})
const checkbox = (title: string, field: string): Column => ({
  title,
  value: (item) => (item[field] ? 'yes' : 'no'),
})
const NAME: Column = {
  title: 'Name',
  value: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '),
}
const CONTACT: Column[] = [
  text('E-mail', 'email', 'mailto'),
  text('Phone', 'phone', 'tel'),
  checkbox('Text messages', 'smsConsent'),
  checkbox('Marketing', 'marketingConsent'),
]
const choice = (name: string, title: string, titles: Record<string, string>): InboxList['filter'] => ({
  name,
  title,
  options: Object.entries({ '': 'All', ...titles }).map(([value, title]) => ({ value, title })),
})
const CONSENT = choice('consent', 'Consent', {
  any: 'Any consent',
  sms: 'Text messages',
  marketing: 'Marketing',
  none: 'None',
})
const STATES: Record<string, string> = {
  creating: 'not begun',
  created: 'not paid',
  approved: 'approved, not captured',
  capturing: 'being captured',
  pending: 'pending at PayPal',
  captured: 'paid',
  partially_refunded: 'partly refunded',
  refunded: 'refunded',
  declined: 'declined',
  mismatch: 'PAID ANOTHER AMOUNT',
  failed: 'failed',
}
/** States in which the purchase must be recorded. */
const PAID = ['captured', 'partially_refunded']
const csvOnly = (column: Column): Column => ({ ...column, csvOnly: true })
const dollars = (cents: unknown) => (Number(cents) / 100).toFixed(2)

export const shownColumns = ({ columns }: InboxList): Column[] => columns.filter((column) => !column.csvOnly)

export const csvRows = ({ columns }: InboxList, items: Item[]): (string | number | null)[][] => {
  const inCsv = columns.map((column) => column.inCsv ?? column)
  return [inCsv.map(({ title }) => title), ...items.map((item) => inCsv.map(({ value }) => value(item)))]
}

const moderation = (title: string, hidden: boolean): Action => ({
  title,
  done: (count) => `${count} ${count === 1 ? 'review is' : 'reviews are'} ${hidden ? 'hidden' : 'shown'}`,
  run: (api, ids) => api.setReviewsHidden(ids, hidden),
})
const HIDE = moderation('Hide', true)
const SHOW = moderation('Show', false)
const APPROVE = moderation('Approve', false)
const RESEND: Action = {
  title: 'Send receipt again',
  done: () => 'The receipt is on its way',
  run: (api, [id = '']) => api.resendReceipt(id),
}
/** Saves the wording that one person agreed to as a text file. */
const SAVE_EVIDENCE: Action = {
  title: 'Save evidence',
  done: () => 'The evidence is in your downloads',
  async run(api, [sequence]) {
    const { text, verdict } = await api.evidence(Number(sequence))
    saveFile(`Consent record ${sequence}.txt`, 'text/plain', `${text}\n\n${verdict}\n`)
  },
}

export const LISTS: InboxList[] = [
  {
    name: 'enquiries',
    title: 'Enquiries',
    key: 'id',
    columns: [time('Received', 'receivedAt'), NAME, ...CONTACT, text('Campaign', 'campaign')],
    searchPlaceholder: 'Name, e-mail, phone …',
    filter: CONSENT,
  },
  {
    name: 'reviews',
    title: 'Reviews',
    key: 'id',
    columns: [
      { title: 'Date (UTC)', value: ({ date }) => String(date).slice(0, 10) },
      NAME,
      text('Company', 'companyName'),
      text('Position', 'jobTitle'),
      text('Rating', 'rating'),
      text('Review', 'reviewDescription'),
      {
        title: 'State',
        value: ({ hiddenAt, pending, sample }) =>
          `${hiddenAt ? 'hidden' : pending ? 'waits for approval' : 'shown'}${sample ? ', sample' : ''}`,
      },
    ],
    searchPlaceholder: 'Name, company, words …',
    filter: choice('state', 'State', { pending: 'Waits for approval', shown: 'Shown', hidden: 'Hidden' }),
    actions: ({ hiddenAt, pending }) => (hiddenAt ? [SHOW] : pending ? [APPROVE, HIDE] : [HIDE]),
    bulk: [APPROVE, HIDE],
  },
  {
    name: 'purchases',
    title: 'Purchases',
    key: 'id',
    columns: [
      time('Ordered', 'createdAt'),
      NAME,
      text('E-mail', 'userEmail', 'mailto'),
      text('Plan', 'title'),
      {
        title: 'Amount',
        value: ({ amountCents, currency }) => `${dollars(amountCents)} ${currency}`,
        // A number, so that a spreadsheet can sum it.
        inCsv: { title: 'Amount', value: ({ amountCents }) => dollars(amountCents) },
      },
      csvOnly(text('Currency', 'currency')),
      {
        title: 'State',
        value: ({ state, recordedAt }) =>
          `${STATES[String(state)] ?? state}${PAID.includes(String(state)) && !recordedAt ? ', NOT RECORDED' : ''}`,
      },
      text('PayPal order', 'paypalOrderId'),
      time('Receipt sent again', 'receiptResentAt'),
      // PayPal's reports name this id.
      csvOnly(text('PayPal transaction', 'captures')),
      csvOnly(time('Recorded', 'recordedAt')),
      csvOnly({
        title: 'Refunded',
        value: ({ state, amountCents, refundedCents }) =>
          dollars(state === 'refunded' ? amountCents : refundedCents),
      }),
      ...[text('Phone', 'phone'), text('Address', 'address'), text('City', 'city')].map(csvOnly),
      csvOnly(text('Buyer’s state', 'region')),
    ],
    searchPlaceholder: 'Name, e-mail, plan, PayPal …',
    filter: choice('state', 'State', {
      paid: 'Paid',
      refunded: 'Refunded',
      attention: 'Needs attention',
      unpaid: 'Not paid',
    }),
    actions: ({ recordedAt }) => (recordedAt ? [RESEND] : []),
  },
  {
    name: 'consents',
    title: 'Consents',
    key: 'sequence',
    columns: [
      text('Record', 'sequence'),
      time('Recorded', 'recordedAt'),
      NAME,
      ...CONTACT,
      text('Page', 'page'),
    ],
    searchPlaceholder: 'Name, e-mail, phone …',
    filter: CONSENT,
    actions: () => [SAVE_EVIDENCE],
  },
]
