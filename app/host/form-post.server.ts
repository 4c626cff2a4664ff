import type { CallContext, Host } from '#app/host/client.server.ts'
import { sha256, type Visitor } from '#app/host/evidence.server.ts'
import type { Log } from '#app/log.ts'
import { HONEYPOT } from '#app/ui/honeypot.tsx'

/** Whose form it is, and what sends it on. */
export type FormContext = CallContext & {
  requestId: string
  visitor: Visitor
  /** See `senderOf`. */
  sender: string
  host: Host
  log: Log
}

/** A field that people neither see nor hear was filled in. */
export const isBot = (form: FormData): boolean => Boolean(form.get(HONEYPOT))

/** A second press of the button within this time shares the first one's outcome without asking `<host>`. */
const SAME_PRESS_MS = 10_000
const recent = new Map<string, { at: number; done: Promise<void> }>()

/**
 * Sends what a visitor submitted once, however often the button was pressed: the same fields of the same sender share the
 * first one's outcome. A failed one can be tried again at once; `send` is told the submission's key, which is the
 * same then, so that `<host>` does not store twice what it stored although its answer got lost.
 */
export function sendOnce(
  name: string,
  form: FormData,
  { sender }: Pick<FormContext, 'sender'>,
  send: (submission: string) => Promise<void>,
): Promise<void> {
  const now = performance.now()
  for (const [key, { at }] of recent) if (now - at > SAME_PRESS_MS) recent.delete(key)
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const key = sha256(JSON.stringify([name, sender, fields]))
  const running = recent.get(key)
  if (running) return running.done
  const done = send(key)
  recent.set(key, { at: now, done })
  done.catch(() => recent.delete(key))
  return done
}

/** Names by which Conform takes orders (to add a field, to reset). No form of ours sends any, and invented ones make it throw. */
const CONFORM_ORDERS = ['__intent__', '__state__']

/** The fields that were posted. Throws a 400 Response where the body is no form, or ends in the middle. */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Response(null, { status: 400, statusText: 'Bad Request' })
  })
  for (const name of CONFORM_ORDERS) form.delete(name)
  return form
}

/** A form that the browser posts itself, without script: its answer is the next page. */
export const isNativePost = (request: Request): boolean =>
  request.headers.get('Accept')?.includes('text/html') ?? false
