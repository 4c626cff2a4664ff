import { useEdit } from '#app/content/edit.tsx'
import { timeOf } from '#app/content/parse-date.ts'

/** Created on first use: that takes a slow phone 60 ms. */
let format: Intl.DateTimeFormat | undefined

/** Formats a date of the content (`2026-03-14`), the same in every time zone. Imported content may contain other text. */
export function ContentDate({ date, field }: { date: string; field?: string }) {
  const edit = useEdit()
  const time = timeOf(date)
  if (Number.isNaN(time)) return <span {...(field && edit(field))}>{date}</span>
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <time dateTime={date} {...(field && edit(field))}>
      {format.format(time)}
    </time>
  )
}
