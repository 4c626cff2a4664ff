import { useEditAttribute } from '#app/content/click-to-edit.tsx'
import { parseDate } from '#app/content/parse-date.ts'

/** Created on first use, because that takes 60 ms on a slow phone. */
let format: Intl.DateTimeFormat | undefined

/** Formats a date of the content (`2026-03-14`), the same in every time zone. Shows an invalid imported date as it is. */
export function ContentDate({ date, field }: { date: string; field?: string }) {
  const edit = useEditAttribute()
  const time = parseDate(date)
  if (Number.isNaN(time)) return <span {...(field && edit(field))}>{date}</span>
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <time dateTime={date} {...(field && edit(field))}>
      {format.format(time)}
    </time>
  )
}
