import type { Measuring } from '#app/content/measuring.ts'

/** Undefined: the visitor has not been asked. */
export type Choice = 'yes' | 'no' | undefined

// Not a cookie, because the server must not know it: pages are the same for everybody.
const KEY = 'measuring'
const CHANGED = 'measuring-choice'
/** The choice in browsers that block storage. */
let remembered: string | null = null

/** Whether the browser says that its user wants no tracking (Global Privacy Control). */
export const hasPrivacySignal = (): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether this visitor may be measured. A privacy signal means no. A consent is for one provider. */
export function readChoice({ provider, words }: Measuring): Choice {
  if (hasPrivacySignal()) return 'no'
  if (!words) return 'yes'
  let stored = remembered
  try {
    stored = localStorage.getItem(KEY) ?? stored
  } catch {
    // blocked
  }
  return (['yes', 'no'] as const).find((choice) => stored === `${provider} ${choice}`)
}

/** Stores a choice, or forgets it. */
export function writeChoice({ provider }: Measuring, choice: Choice): void {
  remembered = choice ? `${provider} ${choice}` : null
  try {
    if (remembered) localStorage.setItem(KEY, remembered)
    else localStorage.removeItem(KEY)
  } catch {
    // blocked
  }
  dispatchEvent(new Event(CHANGED))
}

/** Calls the listener when this or another tab has changed the choice. */
export function subscribeToChoice(listener: () => void): () => void {
  for (const name of [CHANGED, 'storage']) addEventListener(name, listener)
  return () => {
    for (const name of [CHANGED, 'storage']) removeEventListener(name, listener)
  }
}
