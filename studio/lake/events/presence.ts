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
        sessions = new Set<unknown>()
      const refuse = () => socket.close(UNAUTHORIZED.code, UNAUTHORIZED.message)
      const deadline = setTimeout(() => identity ?? refuse(), SIGN_IN_WITHIN_MS).unref()
      const heartbeat = setInterval(() => socket.send('♥'), HEARTBEAT_MS).unref()
      sockets.set(socket, subscriptions)
      if (identity === undefined) anonymous.add(socket)
      socket.send('♥')
      const leave = (session: unknown) => broadcast({ type: 'disconnect', i: identity, m: { session } })
      const methods: Record<string, (params: Record<string, unknown>) => unknown> = {
        presence_subscribe() {
          const id = randomId()
          subscriptions.add(id)
          return id
        },
        presence_unsubscribe: ({ subscriptionId }) => subscriptions.delete(String(subscriptionId)) || true,
        presence_announce({ data }) {
          if (isObject(data) && typeof data.sessionId === 'string') sessions.add(data.sessionId)
          broadcast({ type: 'state', i: identity, m: data })
          return true
        },
        presence_rollcall({ session }) {
          broadcast({ type: 'rollCall', i: identity, session })
          return true
        },
        presence_disconnect({ session }) {
          sessions.delete(session)
          leave(session)
          return true
        },
      }
      function handle(call: unknown) {
        if (!isObject(call)) return
        const { id, method: name } = call
        const params = isObject(call.params) ? call.params : {}
        const answer = (outcome: object) => send(socket, { jsonrpc: '2.0', id, ...outcome })
        if (name === 'authorization') {
          identity = identify(String(params.authorization))
          if (identity === undefined) return refuse()
          anonymous.delete(socket)
          return answer({ result: true })
        }
        if (identity === undefined) return answer({ error: UNAUTHORIZED })
        const method = typeof name === 'string' && Object.hasOwn(methods, name) ? methods[name] : undefined
        if (method) return answer({ result: method(params) })
        log('presence: unknown method', { method: String(name).slice(0, 100) })
        answer({ error: { code: -32601, message: 'Method not found' } })
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
        sessions.forEach(leave) // a killed window sends no goodbye
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
