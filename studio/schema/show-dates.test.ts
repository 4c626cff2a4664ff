import type { CustomValidator } from 'sanity'
import { expect, test } from 'vitest'
import { showDates } from '#studio/schema/show-dates.ts'

const DAY_MS = 86_400_000

test('a last moment that has passed is a warning, one before the first an error', () => {
  const [, until] = showDates('this article')
  const said: [string, CustomValidator][] = []
  const rule = {
    custom(validator: CustomValidator) {
      said.push(['error', validator])
      return { warning: () => said.push(['warning', said.pop()![1]]) }
    },
  }
  const { validation } = until as unknown as { validation: (rule: object) => unknown }
  validation(rule)
  const says = (showUntil: number, showFrom?: number) => {
    const dates = [showUntil, showFrom].map(
      (days) => days && new Date(Date.now() + days * DAY_MS).toISOString(),
    )
    return said.flatMap(([level, validator]) =>
      validator(dates[0], { document: { showFrom: dates[1] } } as never) === true ? [] : [level],
    )
  }
  expect(says(1)).toEqual([])
  expect(says(-1)).toEqual(['warning'])
  expect(says(1, 2)).toEqual(['error'])
})
