/** Who may be named as the source of a script. */
const SCRIPT_ORIGINS = [
  'https://www.paypal.com',
  'https://www.sandbox.paypal.com',
  'https://www.paypalobjects.com',
]

type TrustedTypes = {
  createPolicy(name: 'default', rules: Record<string, (text: string) => string | null>): unknown
}

/**
 * What passes a string to a place where it becomes script goes through here (Trusted Types): React makes script elements from
 * a text of its own, PayPal’s loader and Remix name addresses. Anything else is reported.
 */
export function guardScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    // A text without tags makes no markup: JSON-LD is one.
    createHTML: (html) => (html === '<script></script>' || !html.includes('<') ? html : null),
    createScriptURL: (address) => {
      const origin = URL.parse(address, location.href)?.origin
      return origin === location.origin || SCRIPT_ORIGINS.includes(origin ?? '') ? address : null
    },
  })
}
