import type { WebSocket } from 'ws'
import { randomId } from '#studio/lake/document-ids.ts'
import { isObject } from '#studio/lake/groq/values.ts'
import type { Log } from '#studio/lake/log.ts'

const HEARTBEAT_MS = 10_000
const MAX_BUFFERED_BYTES = 1024 * 1024
const SAYS_WHO_WITHIN_MS = 10_000
/** Sockets at a time that have not said who they are; more are none of ours. */
const MOST_UNKNOWN = 64
/** As bifur-client names it, for a call and for the end of a socket. */
const UNAUTHORIZED = { code: 4001, message: 'Unauthorized' }

export type Presence = ReturnType<typeof createPresence>

/**
 * Who looks at what: JSON-RPC 2.0 over a socket, as the Studio's bifur client speaks it. Everyone who subscribed
 * hears every announcement, roll call and departure; `♥` tells the Studio that it is connected.
 * A browser's socket has no headers to send a token in: who comes without a cookie, as the App SDK does, sends
 * `authorization` first, and until then is answered nothing and told nothing.
 */
export function createPresence(log: Log) {
  const sockets = new Map<WebSocket, Set<string>>()

  function broadcast(result: Record<string, unknown>) {
    for (const [socket, subscriptions] of sockets) {
      for (const subscription of subscriptions)
        send(socket, { jsonrpc: '2.0', method: 'presence_subscription', params: { subscription, result } })
    }
  }
  const unknown = new Set<WebSocket>()
  return {
    /** Whether another socket that comes without a cookie or token has to be refused. */
    hasTooManyUnknown: () => unknown.size >= MOST_UNKNOWN,
    join(
      socket: WebSocket,
      {
        identity,
        identify,
      }: { identity: string | undefined; identify: (authorization: string) => string | undefined },
    ) {
      const subscriptions = new Set<string>(),
        sessions = new Set<string>()
      const patience = setTimeout(() => {
        if (identity === undefined) socket.close(UNAUTHORIZED.code, UNAUTHORIZED.message)
      }, SAYS_WHO_WITHIN_MS)
      patience.unref()
      sockets.set(socket, subscriptions)
      if (identity === undefined) unknown.add(socket)
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
      function take(call: unknown) {
        if (!isObject(call)) return
        const { id, method: name, params } = call
        if (name === 'authorization') {
          const known = identify(String(isObject(params) ? params.authorization : ''))
          if (known === undefined) return socket.close(UNAUTHORIZED.code, UNAUTHORIZED.message)
          identity = known
          unknown.delete(socket)
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
        // Whatever is thrown here would end the lake: what can be read may still be too deep to be written again.
        try {
          take(JSON.parse(String(raw)))
        } catch {}
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        clearInterval(heartbeat)
        clearTimeout(patience)
        sockets.delete(socket)
        unknown.delete(socket)
        // A window that was killed can't say goodbye; the others must not go on showing it.
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
