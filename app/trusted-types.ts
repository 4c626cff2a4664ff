import { PAYPAL_SCRIPTS } from '#app/checkout/paypal-hosts.ts'
import { parseUrl } from '#app/host/parse-url.ts'

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
      const origin = parseUrl(address, location.href)?.origin ?? ''
      return origin === location.origin || PAYPAL_SCRIPTS.includes(origin) ? address : null
    },
  })
}
