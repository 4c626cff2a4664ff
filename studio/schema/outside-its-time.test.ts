import { expect, test, vi } from 'vitest'
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
    vi.setSystemTime('2026-11-20T12:00:00Z')
    expect(preview.select).toMatchObject({ showFrom: 'showFrom', showUntil: 'showUntil' })
    const [before, after] = ['2026-11-19T12:00:00Z', '2026-11-21T12:00:00Z']
    const line = (dates: object) => preview.prepare({ title: 'A', ...dates }).subtitle
    expect(line({ showFrom: after })).toMatch(/^Shows from Sat, Nov 21/)
    expect(line({ showUntil: before })).toMatch(/^Hidden since Thu, Nov 19/)
    expect(line({ showFrom: before, showUntil: after })).toBe(line({}))
    vi.useRealTimers()
  },
)
