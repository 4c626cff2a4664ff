import { useEdit } from '#app/content/edit.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A date of the content (`2026-03-14`) in words, the same in every time zone. */
export function ContentDate({ date, field }: { date: string; field?: string }) {
  const edit = useEdit()
  return (
    <time dateTime={date} {...(field && edit(field))}>
      {day.format(new Date(date))}
    </time>
  )
}
