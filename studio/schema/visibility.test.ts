import { expect, onTestFinished, test, vi } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'

type Listed = {
  name: string
  fields: { name: string }[]
  preview: {
    select: Record<string, string>
    prepare: (selected: Record<string, unknown>) => { subtitle?: unknown }
  }
}

const withDates = (schemaTypes as unknown as Listed[]).filter(({ fields }) =>
  fields?.some(({ name }) => name === 'showFrom'),
)

test.each(withDates)(
  'a list of $name says which of them visitors don’t see, and since or until when',
  ({ preview }) => {
    const noonOf = (day: number) => new Date(2026, 10, day, 12)
    vi.setSystemTime(noonOf(20))
    onTestFinished(() => void vi.useRealTimers())
    expect(preview.select).toMatchObject({ showFrom: 'showFrom', showUntil: 'showUntil' })
    const [before, after] = [19, 21].map((day) => noonOf(day).toISOString())
    const line = (dates: object) => preview.prepare({ title: 'A', ...dates }).subtitle
    expect(line({ showFrom: after })).toMatch(/^Shows from Sat, Nov 21/)
    expect(line({ showUntil: before })).toMatch(/^Hidden since Thu, Nov 19/)
    expect(line({ showFrom: before, showUntil: after })).toBe(line({}))
  },
)
