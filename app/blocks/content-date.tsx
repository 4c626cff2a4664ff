import { useEditAttribute } from '#app/content/click-to-edit.tsx'
import { parseDate } from '#app/content/parse-date.ts'

/** Created on first use, because that takes 60 ms on a slow phone. */
let format: Intl.DateTimeFormat | undefined

/** Formats a date of the content (`2026-03-14`), the same in every time zone. Returns an invalid imported date as it is. */
export function formatDate(date: string): string {
  const time = parseDate(date)
  if (Number.isNaN(time)) return date
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(time)
}

/** A date of the content. */
export function ContentDate({ date, field }: { date: string; field?: string }) {
  const edit = useEditAttribute()
  if (Number.isNaN(parseDate(date))) return <span {...(field && edit(field))}>{date}</span>
  return (
    <time dateTime={date} {...(field && edit(field))}>
      {formatDate(date)}
    </time>
  )
}
