import { safeHref } from '#app/content/href.ts'
import type { Settings } from '#app/content/types.ts'

/** Formats a North American number as `(302) 555-0142`. */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone
}

const formatUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** Formats an address on one line. */
export function formatAddress({
  street,
  city,
  region,
  postalCode,
}: NonNullable<Settings['address']>): string {
  return [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The text and link of a setting that a text quotes. Undefined if the setting is empty. */
export function quotedSetting(
  settings: Settings,
  setting: 'brand' | 'email' | 'phone' | 'companyUrl' | 'address',
): { text: string; href?: string } | undefined {
  const { brand, email, phone, companyUrl, address } = settings
  switch (setting) {
    case 'brand':
      return brand ? { text: String(brand).trim() } : undefined
    case 'email':
      return email ? { text: email, href: `mailto:${email}` } : undefined
    case 'phone':
      return phone ? { text: formatPhone(phone), href: `tel:${phone}` } : undefined
    case 'companyUrl':
      return companyUrl ? { text: formatUrl(companyUrl), href: safeHref(companyUrl) } : undefined
    case 'address':
      return address ? { text: formatAddress(address) } : undefined
  }
}
