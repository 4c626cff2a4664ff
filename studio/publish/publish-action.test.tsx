// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react'
import type { DocumentActionProps } from 'sanity'
import { beforeEach, expect, test, vi } from 'vitest'
import { confirmPublish } from '#studio/publish/publish-action.tsx'

const { form, toast, publishQuestion } = vi.hoisted(() => ({
  form: { isSyncing: false, isValidating: false, revision: 'r1', validation: [] as object[], unread: {} },
  toast: vi.fn(),
  publishQuestion: vi.fn(async (): Promise<object | undefined> => undefined),
}))
vi.mock('sanity', () => ({
  useClient: () => ({}),
  useParseErrors: () => form.unread,
  useSyncState: () => ({ isSyncing: form.isSyncing }),
  useValidationStatus: () => form,
}))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: toast }) }))
vi.mock('#studio/publish/publish-question.ts', () => ({ publishQuestion }))
vi.mock('#studio/publish/publish-dialog.tsx', () => ({ PublishDialog: () => null }))

const sanityPublish = vi.fn()
const Publish = confirmPublish((() => ({ label: 'Publish', onHandle: sanityPublish })) as never)
const props = (_rev: string) =>
  ({ id: 'plan', type: 'plan', draft: { _id: 'drafts.plan', _type: 'plan', title: 'Pro', _rev } }) as never

const open = () => renderHook((given: DocumentActionProps) => Publish(given), { initialProps: props('r1') })
type Opened = ReturnType<typeof open>
const press = ({ result }: Opened) => act(async () => result.current?.onHandle?.())
const rerender = (opened: Opened, revision: string) => act(async () => opened.rerender(props(revision)))

beforeEach(() => {
  Object.assign(form, { isSyncing: false, isValidating: false, revision: 'r1', validation: [], unread: {} })
  vi.clearAllMocks()
})

test('Publish waits until the last changes are saved and checked', async () => {
  form.isSyncing = true
  const opened = open()
  await press(opened)
  expect(opened.result.current?.label).toBe('Saving…')
  form.isSyncing = false
  await rerender(opened, 'r2')
  expect(opened.result.current?.label).toBe('Checking…')
  expect(sanityPublish).not.toHaveBeenCalled()
  form.revision = 'r2'
  await rerender(opened, 'r2')
  expect(sanityPublish).toHaveBeenCalledOnce()
})

test('Publish shows the dialog if there is a question', async () => {
  publishQuestion.mockResolvedValueOnce({ warnings: [] })
  const opened = open()
  await press(opened)
  expect(sanityPublish).not.toHaveBeenCalled()
  expect(opened.result.current?.dialog).toMatchObject({ type: 'custom' })
})

test.each([
  ['with errors', { validation: [{ level: 'error' }] }],
  ['with a field that cannot be read', { unread: { cap: {} } }],
])('Publish of a document %s says so and can be pressed again', async (_, state) => {
  Object.assign(form, state)
  const opened = open()
  await press(opened)
  await vi.waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ description: 'Fix the errors that the form shows first.' }),
    ),
  )
  opened.rerender(props('r1'))
  expect(opened.result.current?.label).toBe('Publish')
  expect(sanityPublish).not.toHaveBeenCalled()
})

test('an editor who leaves a document before it is checked reads that it was not published', async () => {
  form.isSyncing = true
  const opened = open()
  await press(opened)
  opened.unmount()
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({ description: expect.stringContaining('“Pro” was closed before') }),
  )
})
