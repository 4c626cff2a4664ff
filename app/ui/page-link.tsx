import { Link } from '@remix-run/react'
import type { ComponentProps } from 'react'

/**
 * Prefetches a page when a visitor points at its link. Not checkout, which is rendered per visitor, and only in browsers with
 * speculation rules: Firefox checks a prefetch against `default-src 'none'` and would report each as a violation.
 */
export const prefetchOf = (to: string): 'intent' | 'none' =>
  !/^\/checkout\b/.test(to) && globalThis.HTMLScriptElement?.supports?.('speculationrules')
    ? 'intent'
    : 'none'

/** A client-side link within the site, a plain one elsewhere and to an anchor. */
export function PageLink({ to, ...props }: ComponentProps<'a'> & { to: string }) {
  return to.startsWith('/') ? (
    <Link {...props} prefetch={prefetchOf(to)} to={to} />
  ) : (
    <a {...props} href={to} />
  )
}
