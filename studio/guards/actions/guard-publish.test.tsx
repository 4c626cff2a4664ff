// @vitest-environment happy-dom

import { act, cleanup, renderHook } from '@testing-library/react'
import type { DocumentActionComponent, DocumentActionProps } from 'sanity'
import { afterEach, expect, test, vi } from 'vitest'
import { guardPublish } from '#studio/guards/actions/guard-publish.tsx'

const { lake, push, validateDocument } = vi.hoisted(() => ({
  lake: { fetch: vi.fn(), withConfig: () => lake },
  push: vi.fn(),
  validateDocument: vi.fn(),
}))

// What the Studio tells of an open form: that nothing is under way, and that what it has seen is right.
vi.mock('sanity', () => ({
  useClient: () => lake,
  useSyncState: () => ({ isSyncing: false }),
  useValidationStatus: () => ({ isValidating: false, validation: [], revision: 'seen' }),
  useWorkspace: () => 'workspace',
  validateDocument,
}))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push }) }))
vi.mock('#studio/guards/actions/facts.ts', () => ({
  publishFacts: async () => null,
  publishWith: vi.fn(),
  raw: () => lake,
  wording: JSON.stringify,
}))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const stored = { _id: 'drafts.a', _rev: 'stored', _type: 'page' }
lake.fetch.mockResolvedValue(stored)

function opened(fields = {}) {
  const onHandle = vi.fn()
  const publish: DocumentActionComponent = () => ({ label: 'Publish', onHandle })
  const propsOf = (more: object) =>
    ({ id: 'a', type: 'page', draft: { ...stored, _rev: 'seen', ...more } }) as unknown as DocumentActionProps
  const { result, rerender } = renderHook((props) => guardPublish(publish)(props), {
    initialProps: propsOf(fields),
  })
  return {
    onHandle,
    result,
    press: () => act(async () => result.current?.onHandle?.()),
    become: (more = {}) => act(async () => rerender(propsOf(more))),
  }
}

async function press() {
  const { onHandle, press } = opened()
  await press()
  return onHandle
}

test('a change that is stored and not yet back in the form is checked before it goes out', async () => {
  validateDocument.mockResolvedValue([{ level: 'error', path: ['title'], message: 'Required' }])
  expect(await press()).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledWith(expect.objectContaining({ title: 'Nothing was published' }))
  expect(validateDocument).toHaveBeenCalledWith(
    expect.objectContaining({ document: stored, workspace: 'workspace' }),
  )
})

test('what is stored goes out where nothing is wrong with it, or only deserves a word', async () => {
  validateDocument.mockResolvedValue([{ level: 'warning', path: ['title'], message: 'Long' }])
  expect(await press()).toHaveBeenCalledOnce()
})

test('a request that got no answer is told of in words of ours', async () => {
  lake.fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await press()).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'The content could not be reached. Try again in a moment.' }),
  )
})

test('a press waits for the picture that is still on its way, but not for one that never came', async () => {
  validateDocument.mockResolvedValue([])
  const pictureOf = (updatedAt: number) => ({
    blocks: [
      { _key: 'a', pictures: [{ _key: 'b', _upload: { updatedAt: new Date(updatedAt).toISOString() } }] },
    ],
  })
  const one = opened(pictureOf(Date.now()))
  await one.press()
  expect(one.onHandle).not.toHaveBeenCalled()
  expect(one.result.current).toMatchObject({ label: 'Waiting for the picture', disabled: true })
  await one.become()
  expect(one.onHandle).toHaveBeenCalledOnce()
  expect(one.result.current).toMatchObject({ label: 'Publish', disabled: false })

  const given = opened(pictureOf(Date.now() - 180_000))
  await given.press()
  expect(given.onHandle).toHaveBeenCalledOnce()
})
