import type { CustomValidator } from 'sanity'
import { expect, test } from 'vitest'
import { showDates, subtitleWithSchedule } from '#studio/schema/show-dates.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a "Show until" in the past is a warning; one before "Show from" is an error', () => {
  const [, until] = showDates('this article')
  const rules: [string, CustomValidator][] = []
  const rule = {
    custom(validator: CustomValidator) {
      rules.push(['error', validator])
      return { warning: () => rules.push(['warning', rules.pop()![1]]) }
    },
  }
  const { validation } = until as unknown as { validation: (rule: object) => unknown }
  validation(rule)
  const levels = (showUntil: number, showFrom?: number) =>
    rules.flatMap(([level, validator]) => {
      const document = { showFrom: showFrom && inDays(showFrom) }
      return validator(inDays(showUntil), { document } as never) === true ? [] : [level]
    })
  expect(levels(1)).toEqual([])
  expect(levels(-1)).toEqual(['warning'])
  expect(levels(1, 2)).toEqual(['error'])
})

test('a list shows which documents are hidden, and from or since when', () => {
  expect(subtitleWithSchedule({ showFrom: inDays(1) }, 'usual')).toMatch(/^Shows from \w+, /)
  expect(subtitleWithSchedule({ showUntil: inDays(-1) }, 'usual')).toMatch(/^Hidden since \w+, /)
  expect(subtitleWithSchedule({ showFrom: inDays(-1), showUntil: inDays(1) }, 'usual')).toBe('usual')
})
