// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react'
import type { DocumentActionComponent, DocumentActionProps } from 'sanity'
import { expect, test, vi } from 'vitest'
import { guardSchedule } from '#studio/publish/guard-schedule.ts'

const parseErrors = vi.hoisted(() => vi.fn(() => ({})))
vi.mock('sanity', () => ({ useParseErrors: parseErrors }))

test('nothing is scheduled while a field holds what it could not read, and left out', () => {
  const schedule: DocumentActionComponent = () => ({ label: 'Schedule publish', disabled: false })
  const guarded = guardSchedule(schedule)
  const { result, rerender } = renderHook(() => guarded({} as DocumentActionProps))
  expect(result.current?.disabled).toBe(false)
  parseErrors.mockReturnValue({ showFrom: { message: 'Invalid date' } })
  rerender()
  expect(result.current).toMatchObject({ disabled: true, title: expect.stringContaining('put right first') })
})
