import { openableHref } from '#app/content/href.ts'
import type { Settings } from '#app/content/types.ts'

/** `(302) 555-0142` for a North American number in international form; any other number as it is. */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone
}

/** `www.keyturn.example` for an address that is shown. */
const formatUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** The postal address on one line. */
export function formatAddress({
  street,
  city,
  region,
  postalCode,
}: NonNullable<Settings['address']>): string {
  return [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** A setting that a text quotes, as words and, where it has one, as a link. Undefined where it is not filled in. */
export function quotedSetting(
  settings: Settings,
  setting: 'brand' | 'email' | 'phone' | 'companyUrl' | 'address',
): { text: string; href?: string } | undefined {
  const { brand, email, phone, companyUrl, address } = settings
  switch (setting) {
    case 'brand':
      // A word that is copied by two clicks brings the space behind it along: “Welcome to Keyturn .”
      return brand ? { text: String(brand).trim() } : undefined
    case 'email':
      return email ? { text: email, href: `mailto:${email}` } : undefined
    case 'phone':
      return phone ? { text: formatPhone(phone), href: `tel:${phone}` } : undefined
    case 'companyUrl':
      return companyUrl ? { text: formatUrl(companyUrl), href: openableHref(companyUrl) } : undefined
    case 'address':
      return address ? { text: formatAddress(address) } : undefined
  }
}
