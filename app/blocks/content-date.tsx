import { useEdit } from '#app/content/edit.tsx'
import { timeOf } from '#app/content/parse-date.ts'

/** Set up when a page shows a date: it takes a slow phone 60 ms. */
let day: Intl.DateTimeFormat | undefined

/** A date of the content (`2026-03-14`) in words, the same in every time zone. What is no date stands as it is: content may be imported. */
export function ContentDate({ date, field }: { date: string; field?: string }) {
  const edit = useEdit()
  const time = timeOf(date)
  if (Number.isNaN(time)) return <span {...(field && edit(field))}>{date}</span>
  day ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <time dateTime={date} {...(field && edit(field))}>
      {day.format(time)}
    </time>
  )
}
