import { expect, test } from 'vitest'
import { formatTime, splitAtPaths } from '#app/chat/conversation.ts'

test('times are hh:mm AM/PM', () => {
  expect(formatTime(new Date(2026, 0, 1, 9, 5).getTime())).toBe('09:05 AM')
  expect(formatTime(new Date(2026, 0, 1, 23, 59).getTime())).toBe('11:59 PM')
})

test('only paths of this site become links', () => {
  expect(splitAtPaths('See /pricing, or (/resources/speed-to-lead).')).toMatchObject([
    { text: 'See ' },
    { text: '/pricing', path: '/pricing' },
    { text: ', or (' },
    { text: '/resources/speed-to-lead', path: '/resources/speed-to-lead' },
    { text: ').' },
  ])
  const others = '50/50, and/or, buyers / sellers //evil.example <a href="/x">'
  expect(splitAtPaths(others).filter(({ path }) => path)).toEqual([])
})
