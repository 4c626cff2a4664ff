// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react'
import type { DocumentActionProps } from 'sanity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmPublish } from '#studio/publish/publish-action.tsx'

const NOTHING = { warnings: [], text: undefined, moved: undefined }

const { form, said, publishQuestion, publishWith } = vi.hoisted(() => ({
  form: { isSyncing: false, unread: {} },
  said: vi.fn(),
  publishQuestion: vi.fn(),
  publishWith: vi.fn(),
}))
vi.mock('sanity', () => ({
  useClient: () => form,
  useWorkspace: () => form,
  useSyncState: () => form,
  useParseErrors: () => form.unread,
}))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: said }) }))
vi.mock('#studio/publish/question.ts', async () => ({
  publishQuestion,
  isAsked: ({ warnings }: { warnings: unknown[] }) => warnings.length > 0,
}))
vi.mock('#studio/publish/transactions.ts', () => ({ publishWith }))
vi.mock('#studio/publish/publish-dialog.tsx', () => ({ PublishDialog: () => null }))

const Publish = confirmPublish((() => ({ label: 'Publish' })) as never)
const props = (_rev: string) =>
  ({ id: 'plan', type: 'plan', draft: { _id: 'drafts.plan', _type: 'plan', title: 'Pro', _rev } }) as never

const open = () => renderHook((given: DocumentActionProps) => Publish(given), { initialProps: props('r1') })
type Opened = ReturnType<typeof open>
const press = ({ result }: Opened) => act(async () => result.current?.onHandle?.())
const goOn = ({ rerender }: Opened, revision: string) => act(async () => rerender(props(revision)))
const refusal = (description: string) =>
  expect.objectContaining({ status: 'error', description: expect.stringContaining(description) })

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(form, { isSyncing: false, unread: {} })
  publishQuestion.mockResolvedValue(NOTHING)
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

test('Publish without warnings publishes', async () => {
  await press(open())
  expect(publishWith).toHaveBeenCalledOnce()
})

test('Publish waits until the last changes are saved, however long the editor types on, and checks the last revision', async () => {
  form.isSyncing = true
  const opened = open()
  await press(opened)
  expect(opened.result.current?.label).toBe('Saving…')
  let checked = (_: object) => {}
  publishQuestion.mockReturnValueOnce(
    new Promise((resolve) => {
      checked = resolve
    }),
  )
  form.isSyncing = false
  await goOn(opened, 'r2')
  expect(opened.result.current?.label).toBe('Checking…')
  await goOn(opened, 'r3')
  expect(publishQuestion.mock.calls.map(([, , draft]) => draft._rev)).toEqual(['r2', 'r3'])
  await act(async () => checked({ warnings: [{}] }))
  expect(publishWith).toHaveBeenCalledOnce()
  expect(opened.result.current?.dialog).toBeFalsy()
})

test('Publish asks where there are warnings', async () => {
  publishQuestion.mockResolvedValueOnce({ ...NOTHING, warnings: [{}] })
  const opened = open()
  await press(opened)
  expect(publishWith).not.toHaveBeenCalled()
  expect(opened.result.current?.dialog).toMatchObject({ type: 'custom' })
})

test.each([
  [
    'a document with errors',
    () => publishQuestion.mockRejectedValueOnce(new Error('Fix the errors')),
    'Fix the errors',
  ],
  [
    'changes that are not saved for a minute',
    () => (form.isSyncing = true),
    'The last changes are not saved',
  ],
  [
    'a check that takes a minute',
    () => publishQuestion.mockReturnValueOnce(new Promise(() => {})),
    'still being checked',
  ],
])('Publish of %s says so and can be pressed again', async (_, prepare, description) => {
  prepare()
  const opened = open()
  await press(opened)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(said).toHaveBeenCalledWith(refusal(description))
  expect(opened.result.current?.label).toBe('Publish')
  expect(publishWith).not.toHaveBeenCalled()
})

test('an editor who leaves a document before it is checked is told that it was not published', async () => {
  form.isSyncing = true
  const opened = open()
  await press(opened)
  opened.unmount()
  expect(said).toHaveBeenCalledWith(refusal('“Pro” was closed before it was checked.'))
})
