// @vitest-environment happy-dom

import { act, cleanup, renderHook } from '@testing-library/react'
import type { DocumentActionComponent, DocumentActionProps } from 'sanity'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { guardedActions } from '#studio/publish/actions.ts'
import { guardPublish } from '#studio/publish/guard-publish.tsx'

const { lake, form, parseErrors, push, validateDocument } = vi.hoisted(() => ({
  lake: {
    fetch: vi.fn(),
    withConfig: () => lake,
    patch: vi.fn(() => lake),
    unset: vi.fn(() => lake),
    commit: vi.fn(),
  },
  // What the Studio tells of an open form: that nothing is under way, and that what it has seen is right.
  form: { isSyncing: false, isValidating: false, revision: 'seen', validation: [] as { level: string }[] },
  parseErrors: vi.fn(() => ({})),
  push: vi.fn(),
  validateDocument: vi.fn(),
}))

vi.mock('sanity', () => ({
  useClient: () => lake,
  useParseErrors: parseErrors,
  useSyncState: () => form,
  useValidationStatus: () => ({ ...form }),
  useWorkspace: () => 'workspace',
  validateDocument,
}))
vi.mock('@sanity/ui/toast', () => {
  const toast = { push }
  return { useToast: () => toast }
})
vi.mock('#studio/validation/published-content.ts', () => ({ raw: () => lake }))
vi.mock('#studio/publish/facts.ts', () => ({
  publishFacts: async () => null,
  publishWith: vi.fn(),
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
  const { result, rerender, unmount } = renderHook((props) => guardPublish(publish)(props), {
    initialProps: propsOf(fields),
  })
  return {
    onHandle,
    result,
    unmount,
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

test('a scheduled draft that is sent out now is asked about as the release that it is, not as the draft beside it', async () => {
  validateDocument.mockResolvedValue([{ level: 'error', path: ['title'], message: 'Required' }])
  const onHandle = vi.fn()
  const publishNow: DocumentActionComponent = () => ({ label: 'Publish now', onHandle })
  publishNow.action = 'publish'
  const [guarded] = guardedActions([publishNow], { schemaType: 'page', versionType: 'scheduled-draft' })
  const props = { id: 'a', type: 'page', draft: stored, release: 'r' } as unknown as DocumentActionProps
  const { result, rerender } = renderHook(() => guarded!(props))
  await act(async () => result.current?.onHandle?.())
  expect(onHandle).toHaveBeenCalledOnce()
  expect(lake.fetch).not.toHaveBeenCalled()
  parseErrors.mockReturnValue({ showFrom: { message: 'Invalid date' } })
  onTestFinished(() => void parseErrors.mockReturnValue({}))
  rerender()
  expect(result.current).toMatchObject({ disabled: true })
})

test('a date that its field could not read, and left out, keeps all of it from going out', async () => {
  validateDocument.mockResolvedValue([])
  parseErrors.mockReturnValue({ showFrom: { message: 'Invalid date' } })
  onTestFinished(() => void parseErrors.mockReturnValue({}))
  expect(await press()).not.toHaveBeenCalled()
  await expect
    .poll(() => push)
    .toHaveBeenCalledWith(expect.objectContaining({ title: 'Nothing was published' }))
})

test('a press whose document is left before it was looked at is told of, one that went out is not', async () => {
  validateDocument.mockResolvedValue([])
  const published = opened({ title: 'Speed' })
  await published.press()
  expect(published.onHandle).toHaveBeenCalledOnce()
  published.unmount()
  expect(push).not.toHaveBeenCalled()

  lake.fetch.mockReturnValueOnce(new Promise(() => {}))
  const left = opened({ title: 'Speed' })
  await left.press()
  left.unmount()
  expect(left.onHandle).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      title: 'Nothing was published',
      description: expect.stringContaining('“Speed”'),
    }),
  )
})

test('a request that got no answer is told of in words of ours', async () => {
  lake.fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await press()).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'The content could not be reached. Try again in a moment.' }),
  )
})

test.each([
  ['what was typed is saved', { isSyncing: true }, 'Saving…', /^What was typed last is not saved yet\./],
  ['the form was checked', { isValidating: true }, 'Checking…', /^The form is still being checked\./],
  ['the content answers', {}, 'Checking…', /^The content did not answer\./],
])(
  'a press that waits until %s says so; in vain, it is given back with a word, and publishes nothing afterwards',
  async (_case, state, label, word) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    Object.assign(form, state)
    let answer = (_found: unknown) => {}
    lake.fetch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    validateDocument.mockResolvedValue([])
    const one = opened()
    await one.press()
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    expect(one.result.current).toMatchObject({ label, disabled: true })
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(one.result.current).toMatchObject({ label: 'Publish', disabled: false })
    expect(push).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ title: 'Nothing was published', description: expect.stringMatching(word) }),
    )
    Object.assign(form, { isSyncing: false, isValidating: false })
    answer(stored)
    await one.become()
    expect(one.onHandle).not.toHaveBeenCalled()
    lake.fetch.mockReset().mockResolvedValue(stored)
    await one.press()
    expect(one.onHandle).toHaveBeenCalledOnce()
  },
)

test('a press is given back or goes out, not both, though the answer comes as its time ends', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  validateDocument.mockResolvedValue([])
  let answer = (_found: unknown) => {}
  lake.fetch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const one = opened()
  await one.press()
  await act(async () => {
    // Before the Studio has drawn itself anew.
    vi.advanceTimersByTime(60_000)
    answer(stored)
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(push).toHaveBeenCalledOnce()
  expect(one.onHandle).not.toHaveBeenCalled()
  await one.press()
  expect(one.onHandle).toHaveBeenCalledOnce()
})

test('a slow network gets its time for each thing that a press waits for', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    Object.assign(form, { isSyncing: false, isValidating: false, revision: 'seen' })
  })
  validateDocument.mockResolvedValue([])
  let answer = (_found: unknown) => {}
  lake.fetch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  Object.assign(form, { isSyncing: true, revision: 'before' })
  const one = opened()
  await one.press()
  for (const next of [
    { isSyncing: false, isValidating: true },
    { isValidating: false, revision: 'seen' },
  ]) {
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    Object.assign(form, next)
    await one.become()
  }
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  await act(async () => answer(stored))
  expect(one.onHandle).toHaveBeenCalledOnce()
  expect(push).not.toHaveBeenCalled()
})

test('a form that is checked once more, for what it refers to, is not asked about anew', async () => {
  validateDocument.mockResolvedValue([])
  onTestFinished(() => void Object.assign(form, { isValidating: false }))
  let answer = (_found: unknown) => {}
  lake.fetch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const one = opened()
  await one.press()
  for (const isValidating of [true, false]) {
    Object.assign(form, { isValidating })
    await one.become()
  }
  await act(async () => answer(stored))
  expect(one.onHandle).toHaveBeenCalledOnce()
  expect(lake.fetch).toHaveBeenCalledOnce()
})

test('an answer that comes while the form is checked once more waits for the end of that: what is typed meanwhile is asked about, too', async () => {
  validateDocument.mockResolvedValue([])
  onTestFinished(() => void Object.assign(form, { isValidating: false, revision: 'seen' }))
  let answer = (_found: unknown) => {}
  lake.fetch.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const one = opened()
  await one.press()
  form.isValidating = true
  await one.become()
  await act(async () => answer(stored))
  expect(one.onHandle).not.toHaveBeenCalled()
  expect(one.result.current).toMatchObject({ disabled: true })
  await one.become({ _rev: 'next' })
  Object.assign(form, { isValidating: false, revision: 'next' })
  validateDocument.mockResolvedValue([{ level: 'error', path: ['title'], message: 'Required' }])
  await one.become({ _rev: 'next' })
  expect(one.onHandle).not.toHaveBeenCalled()
  expect(lake.fetch).toHaveBeenCalledTimes(2)
  expect(push).toHaveBeenCalledOnce()
})

test('mistakes that a check found before are not those of the one that is under way', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    Object.assign(form, { isValidating: false, validation: [] })
  })
  validateDocument.mockResolvedValue([])
  // A revision is told a moment before its check begins, with what that of the one before has found.
  form.validation = [{ level: 'error' }]
  const one = opened()
  await one.press()
  form.isValidating = true
  await one.become()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(push).not.toHaveBeenCalled()
  Object.assign(form, { isValidating: false, validation: [] })
  await one.become()
  expect(one.onHandle).toHaveBeenCalledOnce()
})

const pictureOf = (fields: object) => ({
  blocks: [{ _key: 'a', pictures: [{ _key: 'b', ...fields }] }],
})
const earlier = { asset: { _ref: 'image-earlier' } }
const uploading = (secondsAgo: number, before: object = earlier) =>
  pictureOf({ ...before, _upload: { updatedAt: new Date(Date.now() - secondsAgo * 1_000).toISOString() } })
const refused = () =>
  expect(push).toHaveBeenLastCalledWith(
    expect.objectContaining({
      title: 'Nothing was published',
      description: expect.stringContaining('upload did not end'),
    }),
  )

test('a press waits for the picture that is still on its way', async () => {
  validateDocument.mockResolvedValue([])
  const one = opened(uploading(0))
  await one.press()
  expect(one.onHandle).not.toHaveBeenCalled()
  expect(one.result.current).toMatchObject({ label: 'Waiting for the picture', disabled: true })
  const arrived = pictureOf({ asset: { _ref: 'image-new' } })
  lake.fetch.mockResolvedValueOnce({ ...stored, ...arrived })
  await one.become(arrived)
  expect(one.onHandle).toHaveBeenCalledOnce()
  expect(one.result.current).toMatchObject({ label: 'Publish', disabled: false })
})

test.each([
  ['the one from before is there', earlier],
  ['there is none', {}],
])(
  'without the picture that it waited for a press publishes nothing, and the next one does: %s',
  async (_case, before) => {
    validateDocument.mockResolvedValue([])
    const one = opened(uploading(0, before))
    await one.press()
    lake.fetch.mockResolvedValueOnce({ ...stored, ...pictureOf(before) })
    await one.become(pictureOf(before))
    expect(one.onHandle).not.toHaveBeenCalled()
    refused()
    await one.press()
    expect(one.onHandle).toHaveBeenCalledOnce()
  },
)

test.each([
  ['long ago', 25],
  ['a day ahead, by its own clock', -86_400],
])(
  'an upload that nobody will end holds nothing up, is taken away, and is told of before anything is published: %s',
  async (_when, secondsAgo) => {
    validateDocument.mockResolvedValue([])
    const one = opened(uploading(secondsAgo))
    lake.fetch.mockResolvedValueOnce({ ...stored, ...uploading(secondsAgo) })
    await one.press()
    expect(lake.unset).toHaveBeenCalledExactlyOnceWith(['blocks[_key=="a"].pictures[_key=="b"]._upload'])
    expect(lake.patch).toHaveBeenCalledWith('drafts.a')
    expect(one.onHandle).not.toHaveBeenCalled()
    refused()
    await one.become(pictureOf(earlier))
    await one.press()
    expect(one.onHandle).toHaveBeenCalledOnce()
  },
)

test('what has begun to be uploaded meanwhile is not published half done', async () => {
  validateDocument.mockResolvedValue([])
  lake.fetch.mockResolvedValueOnce({ ...stored, ...uploading(0) })
  expect(await press()).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledWith(
    expect.objectContaining({ description: expect.stringContaining('still being uploaded') }),
  )
  expect(lake.unset).not.toHaveBeenCalled()
})

test('the keyboard goes to the menu beside Publish, which is shut by then', async () => {
  validateDocument.mockResolvedValue([])
  document.body.innerHTML =
    '<div data-testid="pane-footer"><button>Publish</button><button aria-haspopup="true">Menu</button></div>'
  const [button, menu] = document.querySelectorAll('button')
  button!.focus()
  await press()
  expect(document.activeElement).toBe(menu)
  document.body.innerHTML = ''
})
