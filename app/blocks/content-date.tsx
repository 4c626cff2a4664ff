const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A date of the content (`2026-03-14`) in words, the same in every time zone. */
export function ContentDate({ date }: { date: string }) {
  return <time dateTime={date}>{day.format(new Date(date))}</time>
}
