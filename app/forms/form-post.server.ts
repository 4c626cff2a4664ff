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

/** Returns true if the honeypot was filled in, and counts such a form. The caller answers it like any other and does not forward it. */
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

/** A double click without JavaScript sends a form twice within this time. */
const DOUBLE_PRESS_MS = 500
const recent = new Map<string, { at: number; running: boolean; done: Promise<unknown> }>()

/**
 * Sends a form once, even if the visitor presses the button again while the call runs or double-clicks. A later try calls the
 * backend with the same submission key, so that it stores the form once.
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

/**
 * Reads the posted fields, each once, and drops fields that are not ours.
 * Throws a 400 Response if the body is not a form or incomplete.
 */
export async function readForm(request: Request): Promise<FormData> {
  const posted = await request.formData().catch(() => {
    throw new Response(null, { status: 400, statusText: 'Bad Request' })
  })
  const form = new FormData()
  for (const [name, value] of new Map(posted))
    if (FIELD_NAME.test(name) && !CONFORM_FIELDS.includes(name)) form.append(name, value)
  return form
}

/** True for a post without JavaScript, whose answer is the next page. */
export const isNativePost = (request: Request): boolean =>
  request.headers.get('Accept')?.includes('text/html') ?? false
