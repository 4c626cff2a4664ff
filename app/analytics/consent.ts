import type { Measuring } from '#app/content/measuring.ts'
import { pageCookies, readCookie } from '#app/platform/cookie.ts'

/** Undefined: the visitor has not been asked. */
export type Choice = 'yes' | 'no' | undefined

/** Half a year. Then the site asks again. */
const MAX_AGE_S = 15_552_000

/** Whether the browser says that its user wants no tracking (Global Privacy Control). */
export const hasPrivacySignal = (): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether this visitor may be measured. A privacy signal means no. A consent is for one provider. */
export function readChoice({ provider, words }: Measuring): Choice {
  if (hasPrivacySignal()) return 'no'
  if (!words) return 'yes'
  const stored = readCookie(pageCookies(), `measuring-${provider}`)
  return stored === 'yes' || stored === 'no' ? stored : undefined
}

/** Stores a choice, or forgets it. The server ignores the cookie: pages are the same for everybody. */
export function writeChoice({ provider }: Measuring, choice: Choice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
  document.cookie = `measuring-${provider}=${choice}; Path=/; SameSite=Lax; Max-Age=${choice ? MAX_AGE_S : 0}`
}
