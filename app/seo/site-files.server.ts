import type { Settings } from '#app/content/types.ts'
import { PAPER_COLOUR } from '#app/seo/mark.ts'

/** What crawlers are told. Pages that are not to be indexed say so themselves, which they can only where they may be read. */
export const robotsTxt = (siteUrl: string): string => `User-agent: *
Disallow: /checkout/
Disallow: /*.data$

Sitemap: ${siteUrl}/sitemap.xml
`

/** RFC 9116 wants an end within a year; read anew, it is always some months away. */
const SECURITY_MONTHS = 6

/** Whom to tell of a weakness (RFC 9116). */
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

/** What a device shows of the site where somebody puts it on its home screen (W3C, Web Application Manifest). */
export const webManifest = ({ brand, description }: Settings): string =>
  JSON.stringify({
    // Where there is none, it is left to the device to name it: null is no name.
    name: brand ?? undefined,
    short_name: brand ?? undefined,
    description: description ?? undefined,
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: PAPER_COLOUR,
    theme_color: PAPER_COLOUR,
    icons: [
      { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml' },
      icon('mark-192', 192),
      icon('mark-512', 512),
      icon('mark-maskable-512', 512, { purpose: 'maskable' }),
    ],
  })
