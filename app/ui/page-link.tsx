import { Link } from '@remix-run/react'
import type { ComponentProps } from 'react'

/**
 * Prefetches a page when a visitor points at its link, except checkout, which differs per visitor. Only in browsers with
 * speculation rules: Firefox reports each prefetch as a violation of `default-src 'none'`.
 */
export const prefetchOf = (to: string): 'intent' | 'none' =>
  !/^\/checkout\b/.test(to) && globalThis.HTMLScriptElement?.supports?.('speculationrules')
    ? 'intent'
    : 'none'

/** A client-side link to a page of the site, or a plain link to an anchor or another site. */
export function PageLink({ to, ...props }: ComponentProps<'a'> & { to: string }) {
  return to.startsWith('/') ? (
    <Link {...props} prefetch={prefetchOf(to)} to={to} />
  ) : (
    <a {...props} href={to} />
  )
}
