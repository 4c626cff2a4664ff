// @vitest-environment happy-dom

import { ClientError, ServerError } from '@sanity/client'
import { cleanup, configure, fireEvent, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { askFirst } from '#studio/publish/ask-first.ts'
import { ReleaseQuestions } from '#studio/publish/release-questions.tsx'

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

const { client, completeRelease, releaseFacts } = vi.hoisted(() => ({
  client: {
    releases: { archive: vi.fn(), delete: vi.fn(), schedule: vi.fn(), unschedule: vi.fn() },
    fetch: vi.fn(),
    withConfig: () => client,
  },
  completeRelease: vi.fn(),
  releaseFacts: vi.fn(),
}))
vi.mock('sanity', () => ({ useClient: () => client }))
vi.mock('@sanity/ui', () => {
  const Plain = ({ children }: { children?: ReactNode }) => <div>{children}</div>
  const Dialog = ({ children, onClose }: { children?: ReactNode; onClose: () => void }) => (
    <div>
      <button type="button" onClick={onClose}>
        Close
      </button>
      {children}
    </div>
  )
  return { Box: Plain, Dialog }
})
vi.mock('#studio/publish/publish-dialog.tsx', () => ({
  PublishDialog: ({ onPublish }: { onPublish: (answers: Map<string, object>) => void }) => (
    <button type="button" onClick={() => onPublish(new Map())}>
      Publish anyway
    </button>
  ),
}))
vi.mock('#studio/publish/release-facts.ts', () => ({ completeRelease, releaseFacts }))

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.useRealTimers()
})

test.each([
  [
    'a picture is still on its way',
    () => completeRelease.mockRejectedValue(new Error('still being uploaded')),
  ],
  ['the content did not answer', () => releaseFacts.mockRejectedValue(new Error('still being uploaded'))],
])(
  'a schedule of one document that is refused before anything is asked leaves no release: %s',
  async (_, refuse) => {
    releaseFacts.mockResolvedValue([])
    refuse()
    render(<ReleaseQuestions renderDefault={() => <></>} />)
    const send = vi.fn()
    const request = (...actions: object[]) => askFirst()({ body: { actions } } as never, send)
    const releaseId = 'rOne'
    await request({ actionType: 'sanity.action.release.create', releaseId, metadata: { cardinality: 'one' } })
    expect(send).toHaveBeenCalledOnce()
    await expect(
      request({ actionType: 'sanity.action.release.schedule', releaseId, publishAt: '2099-01-01T00:00:00Z' }),
    ).rejects.toThrow('still being uploaded')
    expect(send).toHaveBeenCalledOnce()
    expect(client.releases.archive).toHaveBeenCalledWith({ releaseId })
    expect(client.releases.delete).toHaveBeenCalledWith({ releaseId })
  },
)

/** A draft that is scheduled, and what the Studio asks of the lake for it. */
function scheduledFor(publishAt: string) {
  client.fetch.mockResolvedValue({ intendedPublishAt: publishAt })
  client.releases.schedule.mockResolvedValue(undefined)
  const { findByRole } = render(<ReleaseQuestions renderDefault={() => <></>} />)
  const send = vi.fn()
  const request = (action: string) =>
    askFirst()(
      { body: { actions: [{ actionType: `sanity.action.release.${action}`, releaseId: 'rOne' }] } } as never,
      send,
    )
  return { request, send, findByRole }
}

test.each([
  ['2099-01-01T00:00:00Z', 'The content did not answer', 1],
  ['2020-01-01T00:00:00Z', 'not scheduled any more. Schedule it again.', 0],
])(
  '“Publish now” that comes to nothing leaves the draft scheduled for %s',
  async (publishAt, says, times) => {
    releaseFacts.mockRejectedValue(new Error('The content did not answer'))
    const { request } = scheduledFor(publishAt)
    await request('unschedule')
    await expect(request('publish')).rejects.toThrow(says)
    expect(client.releases.schedule.mock.calls).toEqual(Array(times).fill([{ releaseId: 'rOne', publishAt }]))
  },
)

test('while “Publish now” is asked about the draft stays scheduled, until its editor says so', async () => {
  const publishAt = '2099-01-01T00:00:00Z'
  releaseFacts.mockResolvedValue([{ id: 'a', name: 'A', facts: { questions: [{ text: 'Really?' }] } }])
  const { request, send, findByRole } = scheduledFor(publishAt)
  await request('unschedule')
  const published = request('publish')
  const button = await findByRole('button', { name: 'Publish anyway' })
  expect(client.releases.schedule).toHaveBeenCalledExactlyOnceWith({ releaseId: 'rOne', publishAt })
  expect(client.releases.unschedule).not.toHaveBeenCalled()
  fireEvent.click(button)
  await published
  expect(client.releases.schedule).toHaveBeenCalledBefore(client.releases.unschedule)
  expect(client.releases.unschedule).toHaveBeenCalledBefore(completeRelease)
  expect(client.releases.schedule).toHaveBeenCalledOnce()
  expect(send).toHaveBeenCalledTimes(2)
})

const response = (statusCode: number) =>
  ({ statusCode, headers: {}, body: { message: 'No room' }, url: '/', method: 'POST' }) as never
const refusal = (statusCode: number) => new ClientError(response(statusCode))

test.each([
  ['unasked', []],
  ['asked', [{ id: 'a', name: 'A', facts: { questions: [{ text: 'Really?' }] } }]],
])('“Publish now” that the lake refuses at last leaves the draft scheduled: %s', async (_, asked) => {
  const publishAt = '2099-01-01T00:00:00Z'
  releaseFacts.mockResolvedValue(asked)
  const { request, send, findByRole } = scheduledFor(publishAt)
  await request('unschedule')
  send.mockRejectedValue(refusal(507))
  const published = request('publish')
  published.catch(() => {})
  if (asked.length > 0) fireEvent.click(await findByRole('button', { name: 'Publish anyway' }))
  await expect(published).rejects.toThrow('No room')
  expect(client.releases.schedule.mock.calls.slice(asked.length)).toEqual([
    [{ releaseId: 'rOne', publishAt }],
  ])
})

test.each([
  ['stays scheduled where it has not gone out', { intendedPublishAt: '2099-01-01T00:00:00Z' }, 1],
  ['is left alone where it has', null, 0],
])('“Publish now” whose answer is lost %s, once there is a connection', async (_, found, times) => {
  vi.useFakeTimers()
  releaseFacts.mockResolvedValue([])
  const { request, send } = scheduledFor('2099-01-01T00:00:00Z')
  await request('unschedule')
  client.fetch
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new ServerError(response(502)))
    .mockResolvedValue(found)
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  const published = expect(request('publish')).rejects.toThrow('Failed to fetch')
  await vi.runAllTimersAsync()
  await published
  expect(client.releases.schedule).toHaveBeenCalledTimes(times)
})

test.each([
  ['has gone out meanwhile', null, 'Failed to fetch'],
  ['has not', { intendedPublishAt: '2099-01-01T00:00:00Z' }, 'Schedule it again'],
])('what can’t be put back on its schedule and %s: what its editor reads is so', async (_, found, says) => {
  releaseFacts.mockResolvedValue([])
  const { request, send } = scheduledFor('2099-01-01T00:00:00Z')
  await request('unschedule')
  client.fetch.mockResolvedValueOnce({ intendedPublishAt: '2099-01-01T00:00:00Z' }).mockResolvedValue(found)
  client.releases.schedule.mockRejectedValue(refusal(400))
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(request('publish')).rejects.toThrow(says)
  expect(client.releases.schedule).toHaveBeenCalledOnce()
})

test('what is taken off its schedule once its editor has answered, with the answer lost, is put back', async () => {
  releaseFacts.mockResolvedValue([{ id: 'a', name: 'A', facts: { questions: [{ text: 'Really?' }] } }])
  const { request, findByRole } = scheduledFor('2099-01-01T00:00:00Z')
  await request('unschedule')
  client.releases.unschedule.mockRejectedValue(new TypeError('Failed to fetch'))
  const published = expect(request('publish')).rejects.toThrow('Failed to fetch')
  fireEvent.click(await findByRole('button', { name: 'Publish anyway' }))
  await published
  expect(client.releases.schedule).toHaveBeenCalledTimes(2)
})

test('a schedule of one document that the lake refuses leaves no release, and one without an answer all of it', async () => {
  releaseFacts.mockResolvedValue([])
  render(<ReleaseQuestions renderDefault={() => <></>} />)
  const send = vi.fn()
  const request = (...actions: object[]) => askFirst()({ body: { actions } } as never, send)
  const scheduled = async (releaseId: string, error: Error) => {
    send.mockResolvedValueOnce(undefined).mockRejectedValueOnce(error)
    await request({ actionType: 'sanity.action.release.create', releaseId, metadata: { cardinality: 'one' } })
    const publishAt = '2099-01-01T00:00:00Z'
    await expect(
      request({ actionType: 'sanity.action.release.schedule', releaseId, publishAt }),
    ).rejects.toThrow(error)
  }
  await scheduled('rOne', new TypeError('Failed to fetch'))
  expect(client.releases.archive).not.toHaveBeenCalled()
  await scheduled('rTwo', refusal(409))
  expect(client.releases.delete).toHaveBeenCalledExactlyOnceWith({ releaseId: 'rTwo' })
})

test('what its editor has answered goes on, though the dialog is told to close', async () => {
  releaseFacts.mockResolvedValue([{ id: 'a', name: 'A', facts: { questions: [{ text: 'Really?' }] } }])
  let complete = () => {}
  completeRelease.mockReturnValue(
    new Promise<void>((resolve) => {
      complete = resolve
    }),
  )
  const { findByRole, getByRole } = render(<ReleaseQuestions renderDefault={() => <></>} />)
  const send = vi.fn()
  const published = askFirst()(
    { body: { actions: [{ actionType: 'sanity.action.release.publish', releaseId: 'rOne' }] } } as never,
    send,
  )
  fireEvent.click(await findByRole('button', { name: 'Publish anyway' }))
  fireEvent.click(getByRole('button', { name: 'Close' }))
  complete()
  await published
  expect(send).toHaveBeenCalledOnce()
})
