import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { testLake } from '../lake.test-support.ts'
import type { Lake } from '../lake.ts'

type Message = {
  id?: string
  result?: unknown
  error?: unknown
  params?: { result: Record<string, unknown> }
}

const addressOf = ({ port }: Lake) => `ws://localhost:${port}/v2022-06-30/socket/production`

/** A presence socket of a Studio window, or of a page without a cookie. */
async function openSocket(lake: Lake, session: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(addressOf(lake), { headers })
  onTestFinished(() => socket.terminate())
  const messages: Message[] = []
  let hearts = 0
  let wake = () => {}
  socket.on('message', (raw) => {
    if (String(raw) === '♥') hearts++
    else messages.push(JSON.parse(String(raw)))
    wake()
  })
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  let calls = 0
  const window = {
    socket,
    call(method: string, params: Record<string, unknown> = {}) {
      const id = `${session}-${calls++}`
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return until(() => messages.find((message) => message.id === id))
    },
    receives: (type: string) =>
      until(() => messages.map(({ params }) => params?.result).find((result) => result?.type === type)),
  }
  await until(() => (hearts > 0 ? true : undefined))
  return window
}

async function openWindow(lake: Lake, session: string) {
  const window = await openSocket(lake, session, { authorization: `Bearer ${lake.token}` })
  expect((await window.call('presence_subscribe')).result).toEqual(expect.any(String))
  return window
}

test('Studio windows see each other, and when one closes', async () => {
  const lake = await testLake()
  const [mine, other] = [await openWindow(lake, 'mine'), await openWindow(lake, 'other')]
  const locations = [{ type: 'document', documentId: 'plan-1', path: ['title'] }]
  await other.call('presence_announce', { data: { sessionId: 'other', locations } })
  expect(await mine.receives('state')).toEqual({
    type: 'state',
    i: 'local-editor',
    m: { sessionId: 'other', locations },
  })
  await other.call('presence_rollcall', { session: 'other' })
  expect(await mine.receives('rollCall')).toMatchObject({ session: 'other' })
  other.socket.terminate()
  expect(await mine.receives('disconnect')).toEqual({
    type: 'disconnect',
    i: 'local-editor',
    m: { session: 'other' },
  })
})

test('a client without a cookie can sign in on the socket, and receives nothing before', async () => {
  const lake = await testLake()
  const [mine, app] = [await openWindow(lake, 'mine'), await openSocket(lake, 'app')]
  for (const method of ['presence_subscribe', 'presence_announce', 'nonsense'])
    expect(await app.call(method, { data: { sessionId: 'app' } })).toMatchObject({ error: { code: 4001 } })
  await app.call('authorization', { authorization: `Bearer ${lake.token}` })
  expect((await app.call('presence_subscribe')).result).toEqual(expect.any(String))
  await app.call('presence_announce', { data: { sessionId: 'app', locations: [] } })
  const state = { type: 'state', i: 'local-editor', m: { sessionId: 'app', locations: [] } }
  expect(await mine.receives('state')).toEqual(state)
  expect(await app.receives('state')).toEqual(state)

  const stranger = await openSocket(lake, 'stranger')
  const closed = once(stranger.socket, 'close')
  void stranger.call('authorization', { authorization: 'Bearer wrong' })
  expect((await closed)[0]).toBe(4001)
})

test('64 sockets without a sign-in may be open; editors open more', async () => {
  const lake = await testLake()
  const strangers = await Promise.all(Array.from({ length: 64 }, (_, i) => openSocket(lake, `stranger-${i}`)))
  const refused = async () => {
    const socket = new WebSocket(addressOf(lake)).on('error', () => {})
    const [, { statusCode }] = await once(socket, 'unexpected-response')
    return statusCode
  }
  expect(await refused()).toBe(503)
  await openWindow(lake, 'editor')
  // A stranger who signs in makes room for another.
  await strangers[0]!.call('authorization', { authorization: `Bearer ${lake.token}` })
  await openSocket(lake, 'next')
  expect(await refused()).toBe(503)
})

test('an unknown call gets an error; other messages are ignored', async () => {
  const window = await openWindow(await testLake(), 'w')
  for (const sent of ['not json', 'null', '1', '[]', '{"method":{}}']) window.socket.send(sent)
  // JSON.parse accepts this depth, JSON.stringify does not.
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  window.socket.send(`{"method":"presence_announce","params":{"data":${deep}}}`)
  window.socket.send(`{"method":"nonsense","id":${deep}}`)
  // Inherited property names are no calls.
  for (const method of ['nonsense', '__proto__', 'constructor'])
    expect(await window.call(method)).toMatchObject({ error: { code: -32601 } })
  expect(await window.call('presence_announce', { data: null })).toMatchObject({ result: true })
})
