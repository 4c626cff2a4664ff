// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react'
import type { DocumentActionProps } from 'sanity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmPublish } from '#studio/publish/publish-action.tsx'

const { form, said, publishQuestion } = vi.hoisted(() => ({
  form: { isSyncing: false, isValidating: false, revision: 'r1', validation: [] as object[], unread: {} },
  said: vi.fn(),
  publishQuestion: vi.fn(async (): Promise<object | undefined> => undefined),
}))
vi.mock('sanity', () => ({
  useClient: () => ({}),
  useParseErrors: () => form.unread,
  useSyncState: () => ({ isSyncing: form.isSyncing }),
  useValidationStatus: () => form,
}))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: said }) }))
vi.mock('#studio/publish/publish-question.ts', () => ({ publishQuestion }))
vi.mock('#studio/publish/publish-dialog.tsx', () => ({ PublishDialog: () => null }))

const native = vi.fn()
const Publish = confirmPublish((() => ({ label: 'Publish', onHandle: native })) as never)
const props = (_rev: string) =>
  ({ id: 'plan', type: 'plan', draft: { _id: 'drafts.plan', _type: 'plan', title: 'Pro', _rev } }) as never

const open = () => renderHook((given: DocumentActionProps) => Publish(given), { initialProps: props('r1') })
type Opened = ReturnType<typeof open>
const press = ({ result }: Opened) => act(async () => result.current?.onHandle?.())
const goOn = ({ rerender }: Opened, revision = 'r1') => act(async () => rerender(props(revision)))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(form, { isSyncing: false, isValidating: false, revision: 'r1', validation: [], unread: {} })
})
afterEach(() => {
  vi.useRealTimers()
  for (const mock of [native, said, publishQuestion]) mock.mockClear()
})

test('Publish without warnings publishes', async () => {
  await press(open())
  expect(native).toHaveBeenCalledOnce()
})

test('Publish waits until the last changes are saved and checked, however long the editor types on', async () => {
  form.isSyncing = true
  const opened = open()
  await press(opened)
  expect(opened.result.current?.label).toBe('Saving…')
  Object.assign(form, { isSyncing: false, isValidating: true })
  await goOn(opened, 'r2')
  expect(opened.result.current?.label).toBe('Checking…')
  // The check is of the revision before.
  form.isValidating = false
  await goOn(opened, 'r2')
  expect(native).not.toHaveBeenCalled()
  form.revision = 'r2'
  await goOn(opened, 'r2')
  expect(native).toHaveBeenCalledOnce()
})

test('Publish goes on when the errors that were shown are those of an earlier revision', async () => {
  form.validation = [{ level: 'error' }]
  const opened = open()
  await press(opened)
  form.validation = []
  await goOn(opened)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(native).toHaveBeenCalledOnce()
  expect(said).not.toHaveBeenCalled()
})

test('Publish asks where there is something to ask', async () => {
  publishQuestion.mockResolvedValueOnce({ warnings: [] })
  const opened = open()
  await press(opened)
  expect(native).not.toHaveBeenCalled()
  expect(opened.result.current?.dialog).toMatchObject({ type: 'custom' })
})

test.each([
  [
    'a document with errors',
    { validation: [{ level: 'error' }] },
    'Fix the errors that the form shows first.',
  ],
  ['a field that can not be read', { unread: { cap: {} } }, 'Fix the errors that the form shows first.'],
  ['changes that are not saved for a minute', { isSyncing: true }, 'The last changes are not saved yet.'],
  ['a check that takes a minute', { isValidating: true }, 'The document is still being checked.'],
])('Publish of %s says so and can be pressed again', async (_, state, description) => {
  Object.assign(form, state)
  const opened = open()
  await press(opened)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(said).toHaveBeenCalledWith(
    expect.objectContaining({ description: expect.stringContaining(description) }),
  )
  expect(opened.result.current?.label).toBe('Publish')
  expect(native).not.toHaveBeenCalled()
})

test('an editor who leaves a document before it is checked is told that it was not published', async () => {
  form.isSyncing = true
  const opened = open()
  await press(opened)
  opened.unmount()
  expect(said).toHaveBeenCalledWith(
    expect.objectContaining({
      description: expect.stringContaining('“Pro” was closed before it was checked.'),
    }),
  )
})
