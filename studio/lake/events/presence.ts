import type { WebSocket } from 'ws'
import { isObject } from '../groq/values.ts'
import type { Log } from '../log.ts'

const HEARTBEAT_MS = 10_000
const MAX_BUFFERED_BYTES = 1024 * 1024
const SIGN_IN_WITHIN_MS = 10_000
/** The maximum number of sockets without a sign-in. */
const MAX_ANONYMOUS = 64
/** The code of bifur-client. */
const UNAUTHORIZED = { code: 4001, message: 'Unauthorized' }

export type Presence = ReturnType<typeof createPresence>

/** Editors' presence: JSON-RPC 2.0 over WebSocket for the Studio's bifur client. `♥` is its heartbeat. */
export function createPresence(log: Log, randomId: () => string) {
  const sockets = new Map<WebSocket, Set<string>>()

  function broadcast(result: Record<string, unknown>) {
    for (const [socket, subscriptions] of sockets) {
      for (const subscription of subscriptions)
        send(socket, { jsonrpc: '2.0', method: 'presence_subscription', params: { subscription, result } })
    }
  }
  const anonymous = new Set<WebSocket>()
  return {
    hasTooManyAnonymous: () => anonymous.size >= MAX_ANONYMOUS,
    join(
      socket: WebSocket,
      {
        identity,
        identify,
      }: { identity: string | undefined; identify: (authorization: string) => string | undefined },
    ) {
      const subscriptions = new Set<string>(),
        sessions = new Set<string>()
      const deadline = setTimeout(() => {
        if (identity === undefined) socket.close(UNAUTHORIZED.code, UNAUTHORIZED.message)
      }, SIGN_IN_WITHIN_MS)
      deadline.unref()
      sockets.set(socket, subscriptions)
      if (identity === undefined) anonymous.add(socket)
      const heartbeat = setInterval(() => socket.send('♥'), HEARTBEAT_MS)
      heartbeat.unref()
      socket.send('♥')
      const methods: Record<string, (params: Record<string, unknown>) => unknown> = {
        presence_subscribe() {
          const id = randomId()
          subscriptions.add(id)
          return id
        },
        presence_unsubscribe: ({ subscriptionId }) => subscriptions.delete(String(subscriptionId)) || true,
        presence_announce({ data }) {
          const session = isObject(data) ? data.sessionId : undefined
          if (typeof session === 'string') sessions.add(session)
          broadcast({ type: 'state', i: identity, m: data })
          return true
        },
        presence_rollcall({ session }) {
          broadcast({ type: 'rollCall', i: identity, session })
          return true
        },
        presence_disconnect({ session }) {
          if (typeof session === 'string') sessions.delete(session)
          broadcast({ type: 'disconnect', i: identity, m: { session } })
          return true
        },
      }
      function handle(call: unknown) {
        if (!isObject(call)) return
        const { id, method: name, params } = call
        if (name === 'authorization') {
          const known = identify(String(isObject(params) ? params.authorization : ''))
          if (known === undefined) return socket.close(UNAUTHORIZED.code, UNAUTHORIZED.message)
          identity = known
          anonymous.delete(socket)
          return send(socket, { jsonrpc: '2.0', id, result: true })
        }
        if (identity === undefined) return send(socket, { jsonrpc: '2.0', id, error: UNAUTHORIZED })
        const method = typeof name === 'string' && Object.hasOwn(methods, name) ? methods[name] : undefined
        if (!method) log('presence: unknown method', { method: String(name).slice(0, 100) })
        send(socket, {
          jsonrpc: '2.0',
          id,
          ...(method
            ? { result: method(isObject(params) ? params : {}) }
            : { error: { code: -32601, message: 'Method not found' } }),
        })
      }
      socket.on('message', (raw) => {
        // JSON.stringify may fail on deep values, and must not end the lake.
        try {
          handle(JSON.parse(String(raw)))
        } catch {}
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        clearInterval(heartbeat)
        clearTimeout(deadline)
        sockets.delete(socket)
        anonymous.delete(socket)
        // A killed window sends no goodbye.
        for (const session of sessions) broadcast({ type: 'disconnect', i: identity, m: { session } })
      })
    },
    close() {
      for (const socket of sockets.keys()) socket.close(1001)
      setTimeout(() => {
        for (const socket of sockets.keys()) socket.terminate()
      }, 500).unref()
    },
  }
}

function send(socket: WebSocket, message: unknown) {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate()
  socket.send(JSON.stringify(message))
}
