import type { Settings } from '#app/content/types.ts'
import { PAPER_COLOR } from '#app/seo/mark.ts'

/** Allows hidden pages, because crawlers must read their `noindex`. */
export const robotsTxt = (siteUrl: string): string => `User-agent: *
Disallow: /checkout/
Disallow: /*.data$

Sitemap: ${siteUrl}/sitemap.xml
`

/** RFC 9116 requires an expiry within a year. */
const SECURITY_MONTHS = 6

/** The contact for security reports (RFC 9116). */
export function securityTxt({ email }: Settings, siteUrl: string): string {
  const now = new Date()
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + SECURITY_MONTHS, 1))
  const contact = email ? `mailto:${email}` : `${siteUrl}/contact-us`
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${siteUrl}/.well-known/security.txt
`
}

const icon = (name: string, size: number, more: object = {}) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...more,
})

/** The web app manifest, for home screens. */
export const webManifest = ({ brand, description }: Settings): string =>
  JSON.stringify({
    name: brand ?? undefined,
    short_name: brand ?? undefined,
    description: description ?? undefined,
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: PAPER_COLOR,
    theme_color: PAPER_COLOR,
    icons: [
      { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml' },
      icon('mark-192', 192),
      icon('mark-512', 512),
      icon('mark-maskable-512', 512, { purpose: 'maskable' }),
    ],
  })
