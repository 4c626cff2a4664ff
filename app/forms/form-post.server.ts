import { HONEYPOT } from '#app/forms/honeypot.tsx'
import type { CallContext, Host } from '#app/host/client.server.ts'
import { sha256, type Visitor } from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'

/** The sender of a form, and the client that forwards it. */
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

/** Whether the honeypot was filled in. The site answers such a form like any other, logs and counts it, and does not forward it. */
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
 * Sends a form once, however often the button was pressed. The same fields from the same sender share one outcome while the
 * call runs, and for a double click. A later try calls the backend again with the same submission key, so that the backend
 * doesn't store a form twice when its first answer was lost.
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
      if (!native) recent.delete(key) // with JavaScript a double click sends once
    },
    () => recent.delete(key),
  )
  return done
}

/** Conform's own fields. Our forms don't send them, and invented ones make Conform throw. */
const CONFORM_FIELDS = ['__intent__', '__state__']
/** Conform turns `a[100000000]` into a list that takes all memory. Our fields have plain names. */
const FIELD_NAME = /^[\w-]+$/

/**
 * Reads the posted fields, each once, and drops fields that no form of ours has.
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

/** Whether the browser posted the form itself, without JavaScript, so that the answer is the next page. */
export const isNativePost = (request: Request): boolean =>
  request.headers.get('Accept')?.includes('text/html') ?? false
