import type { Item } from '#studio/inbox/staff-api.ts'
import { formatDateTime } from '#studio/schema/dates.ts'

type Column = {
  title: string
  value: (item: Item) => string | number | null
  /** What the value is the address of. */
  scheme?: 'mailto' | 'tel'
  /** In the CSV, where it is something else than in the table. */
  written?: { title: string; value: (item: Item) => string }
  /** In the CSV alone: what the bookkeeping needs, and the table has no room for. */
  csvOnly?: true
}
export type InboxList = {
  name: 'enquiries' | 'reviews' | 'purchases' | 'consents'
  title: string
  /** Which field names a row. */
  key: string
  columns: Column[]
  /** What can be looked for. */
  searched: string
  filter: { name: string; title: string; options: { value: string; title: string }[] }
  /** Rows can be ticked, and something done with all of them. */
  selectable?: true
}

const text = (title: string, field: string, scheme?: Column['scheme']): Column => ({
  title,
  value: (item) => item[field] ?? null,
  ...(scheme && { scheme }),
})
/** By the editor’s own clock in the table, in UTC in the CSV: that is for spreadsheets, and for others. */
const time = (title: string, field: string): Column => ({
  title,
  value: (item) => (item[field] ? formatDateTime(String(item[field])) : null),
  written: {
    title: `${title} (UTC)`,
    value: (item) =>
      String(item[field] ?? '')
        .slice(0, 16)
        .replace('T', ' '),
  },
})
const ticked = (title: string, field: string): Column => ({
  title,
  value: (item) => (item[field] ? 'yes' : 'no'),
})
const NAME: Column = {
  title: 'Name',
  value: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '),
}
/** How somebody can be reached, and whether they may be. */
const CONTACT: Column[] = [
  text('E-mail', 'email', 'mailto'),
  text('Phone', 'phone', 'tel'),
  ticked('Text messages', 'smsConsent'),
  ticked('Marketing', 'marketingConsent'),
]
/** A choice among these titles by their values, or all. */
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
/** The money is with us, so somebody's record belongs to it. */
const PAID = ['captured', 'partially_refunded']
const csvOnly = (column: Column): Column => ({ ...column, csvOnly: true })
const dollars = (cents: unknown) => (Number(cents) / 100).toFixed(2)

/** What the table shows of a list. */
export const shownColumns = ({ columns }: InboxList): Column[] => columns.filter((column) => !column.csvOnly)

/** A list as a CSV has it: what its columns are called, and a row for each item. */
export const writtenRows = ({ columns }: InboxList, items: Item[]): (string | number | null)[][] => {
  const written = columns.map((column) => column.written ?? column)
  return [written.map(({ title }) => title), ...items.map((item) => written.map(({ value }) => value(item)))]
}

/** What stands in each list of the inbox. */
export const LISTS: InboxList[] = [
  {
    name: 'enquiries',
    title: 'Enquiries',
    key: 'id',
    columns: [time('Received', 'receivedAt'), NAME, ...CONTACT, text('Campaign', 'campaign')],
    searched: 'Name, e-mail, phone …',
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
    searched: 'Name, company, words …',
    filter: choice('state', 'State', { pending: 'Waits for approval', shown: 'Shown', hidden: 'Hidden' }),
    selectable: true,
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
        // A number, to be added up.
        written: { title: 'Amount', value: ({ amountCents }) => dollars(amountCents) },
      },
      csvOnly(text('Currency', 'currency')),
      {
        title: 'State',
        value: ({ state, recordedAt }) =>
          `${STATES[String(state)] ?? state}${PAID.includes(String(state)) && !recordedAt ? ', NOT RECORDED' : ''}`,
      },
      text('PayPal order', 'paypalOrderId'),
      time('Receipt sent again', 'receiptResentAt'),
      // What PayPal’s reports name.
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
    searched: 'Name, e-mail, plan, PayPal …',
    filter: choice('state', 'State', {
      paid: 'Paid',
      refunded: 'Refunded',
      attention: 'Needs attention',
      unpaid: 'Not paid',
    }),
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
    searched: 'Name, e-mail, phone …',
    filter: CONSENT,
  },
]
