import { HONEYPOT } from '#app/forms/honeypot.tsx'
import type { CallContext, Host } from '#app/host/client.server.ts'
import { sha256, type Visitor } from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'

/** A form's sender, and the client that forwards the form. */
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

/** Counts a form that a bot sent. */
export type CountBot = (form: 'contact' | 'reviews') => void

/** Returns true for a form with a filled honeypot, and counts it. The caller reports success and does not forward it. */
export function isBot(
  name: Parameters<CountBot>[0],
  form: FormData,
  { log, countBot, requestId }: Pick<FormContext, 'log' | 'countBot' | 'requestId'>,
): boolean {
  if (!form.get(HONEYPOT)) return false
  log('info', `${name}: a form from a bot was not forwarded`, { requestId })
  countBot(name)
  return true
}

/** The maximum interval of a double click. */
const DOUBLE_CLICK_MS = 500
const recent = new Map<string, { at: number; running: boolean; done: Promise<unknown> }>()

/**
 * Sends a form once, even if the visitor double-clicks or presses the button again during the call. A later try calls the
 * backend with the same submission key, so that the backend stores the form once.
 */
export function sendOnce<Answer>(
  name: string,
  form: FormData,
  { sender, native }: Pick<FormContext, 'sender' | 'native'>,
  send: (submission: string) => Promise<Answer>,
): Promise<Answer> {
  const now = performance.now()
  for (const [key, { at, running }] of recent) if (!running && now - at > DOUBLE_CLICK_MS) recent.delete(key)
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const key = sha256(JSON.stringify([name, sender, fields]))
  const earlier = recent.get(key)
  if (earlier) return earlier.done as Promise<Answer>
  const done = send(key)
  const submission = { at: now, running: true, done }
  recent.set(key, submission)
  done.then(
    () => {
      submission.running = false
      if (!native) recent.delete(key) // JavaScript prevents double clicks
    },
    () => recent.delete(key),
  )
  return done
}

/** Conform throws if a forged form contains its own control fields. */
const CONFORM_FIELDS = ['__intent__', '__state__']
/** Conform turns `a[100000000]` into a list that takes all memory. */
const FIELD_NAME = /^[\w-]+$/

/** Reads the posted fields without repeated and unexpected ones. Throws a 400 Response if the body is not a complete form. */
export async function readForm(request: Request): Promise<FormData> {
  const posted = await request.formData().catch(() => {
    throw new Response(null, { status: 400, statusText: 'Bad Request' })
  })
  const form = new FormData()
  for (const [name, value] of new Map(posted))
    if (FIELD_NAME.test(name) && !CONFORM_FIELDS.includes(name)) form.append(name, value)
  return form
}

/** True for a post without JavaScript. The response is then the next page. */
export const isNativePost = (request: Request): boolean =>
  request.headers.get('Accept')?.includes('text/html') ?? false
