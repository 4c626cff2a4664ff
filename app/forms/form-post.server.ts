import { HONEYPOT } from '#app/forms/honeypot.tsx'
import type { CallContext, Host } from '#app/host/client.server.ts'
import { sha256, type Visitor } from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'

/** Whose form it is, and what sends it on. */
export type FormContext = CallContext & {
  requestId: string
  visitor: Visitor
  /** See `senderOf`. */
  sender: string
  /** See `isNativePost`. */
  native: boolean
  host: Host
  log: Log
  countBot: CountBot
}

/** Counts a form that a bot filled in. */
export type CountBot = (form: 'contact' | 'reviews') => void

/**
 * Whether a field that people neither see nor hear was filled in: such a form is answered like any other, logged, counted, and
 * not sent on.
 */
export function isBot(
  name: Parameters<CountBot>[0],
  form: FormData,
  { log, countBot, requestId }: Pick<FormContext, 'log' | 'countBot' | 'requestId'>,
): boolean {
  if (!form.get(HONEYPOT)) return false
  log('info', `${name}: a bot was answered and not forwarded`, { requestId })
  countBot(name)
  return true
}

/** A double click without script: its second press was made before the first one's answer could be seen. */
const DOUBLE_PRESS_MS = 500
const recent = new Map<string, { at: number; running: boolean; done: Promise<unknown> }>()

/**
 * Sends what a visitor submitted once, however often the button was pressed: while it is on its way, and for a double press,
 * the same fields of the same sender share the first one's outcome. What is sent later is asked of `<host>` again, which
 * alone knows what has become of it. `send` is told the submission's key, which is the same then, so that `<host>` does not
 * store twice what it stored although its answer got lost.
 */
export function sendOnce<Answer>(
  name: string,
  form: FormData,
  { sender, native }: Pick<FormContext, 'sender' | 'native'>,
  send: (submission: string) => Promise<Answer>,
): Promise<Answer> {
  const now = performance.now()
  for (const [key, { at, running }] of recent) if (!running && now - at > DOUBLE_PRESS_MS) recent.delete(key)
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const key = sha256(JSON.stringify([name, sender, fields]))
  const before = recent.get(key)
  if (before) return before.done as Promise<Answer>
  const done = send(key)
  const press = { at: now, running: true, done }
  recent.set(key, press)
  done.then(
    () => {
      press.running = false
      if (!native) recent.delete(key) // script sees to it that a double click sends once
    },
    () => recent.delete(key),
  )
  return done
}

/** Names by which Conform takes orders (to add a field, to reset). No form of ours sends any, and invented ones make it throw. */
const CONFORM_ORDERS = ['__intent__', '__state__']
/** Conform makes of `a[4]` a list of five and of `a.b` an object. Our fields are neither, and `a[100000000]` takes all memory. */
const FIELD_NAME = /^[\w-]+$/

/**
 * The fields that were posted, each once, without such as no form of ours has.
 * Throws a 400 Response where the body is no form, or ends in the middle.
 */
export async function readForm(request: Request): Promise<FormData> {
  const posted = await request.formData().catch(() => {
    throw new Response(null, { status: 400, statusText: 'Bad Request' })
  })
  const form = new FormData()
  for (const [name, value] of new Map(posted))
    if (FIELD_NAME.test(name) && !CONFORM_ORDERS.includes(name)) form.append(name, value)
  return form
}

/** A form that the browser posts itself, without script: its answer is the next page. */
export const isNativePost = (request: Request): boolean =>
  request.headers.get('Accept')?.includes('text/html') ?? false
