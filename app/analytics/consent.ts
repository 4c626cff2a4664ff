import type { Measuring } from '#app/content/measuring.ts'
import { pageCookies, readCookie } from '#app/platform/cookie.ts'

/** Undefined: the visitor has not been asked. */
export type Choice = 'yes' | 'no' | undefined

/** The server ignores it: pages are the same for everybody. */
const COOKIE = 'measuring'
/** Half a year. Then the site asks again. */
const MAX_AGE_S = 15_552_000
const CHANGED = 'measuring-choice'

/** Whether the browser says that its user wants no tracking (Global Privacy Control). */
export const hasPrivacySignal = (): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether this visitor may be measured. A privacy signal means no. A consent is for one provider. */
export function readChoice({ provider, words }: Measuring): Choice {
  if (hasPrivacySignal()) return 'no'
  if (!words) return 'yes'
  const stored = readCookie(pageCookies(), COOKIE)
  return (['yes', 'no'] as const).find((choice) => stored === `${provider}-${choice}`)
}

/** Stores a choice, or forgets it. */
export function writeChoice({ provider }: Measuring, choice: Choice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
  document.cookie = `${COOKIE}=${provider}-${choice}; Path=/; SameSite=Lax; Max-Age=${choice ? MAX_AGE_S : 0}`
  dispatchEvent(new Event(CHANGED))
}

export function subscribeToChoice(listener: () => void): () => void {
  addEventListener(CHANGED, listener)
  return () => removeEventListener(CHANGED, listener)
}
