import { Link } from '@remix-run/react'
import type { ComponentProps } from 'react'

/**
 * Fetched already when somebody points at a link, touches it or has it in focus. Not checkout: its page is the visitor's
 * own, and made as it is opened. And only where speculation rules are known: Firefox holds a prefetch against `default-src`
 * alone, which is 'none', and would report each link that is pointed at as a violation.
 */
export const prefetchOf = (to: string): 'intent' | 'none' =>
  !/^\/checkout\b/.test(to) && globalThis.HTMLScriptElement?.supports?.('speculationrules')
    ? 'intent'
    : 'none'

/** A link: within the site without a page load, elsewhere and to a place on the page a plain one. */
export function PageLink({ to, ...props }: ComponentProps<'a'> & { to: string }) {
  return to.startsWith('/') ? (
    <Link {...props} prefetch={prefetchOf(to)} to={to} />
  ) : (
    <a {...props} href={to} />
  )
}
