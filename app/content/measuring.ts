import { withDefaultText } from '#app/content/default-text.ts'
import type { MEASURING_QUERY_RESULT } from '#app/content/types.generated.ts'

const HOST = String.raw`https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?`

/** The form of each field of a provider. Addresses that match are safe in a CSP. Settings explains the forms to editors. */
export const MEASURING_FORMS = {
  plausibleDomain: /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/,
  // Plausible's other scripts send page addresses with their query.
  plausibleScript: new RegExp(`^${HOST}/(?:[\\w.-]+/)*(?:pa-[\\w-]+|[\\w.-]*manual[\\w.-]*)\\.js$`),
  ga4Id: /^G-[A-Z0-9]{4,20}$/,
  matomoUrl: new RegExp(`^${HOST}(?:/[\\w.-]+)*/?$`),
  matomoSiteId: /^[1-9]\d{0,9}$/,
}
/** Plausible's script for all sites (https://plausible.io/docs/script-extensions). */
export const PLAUSIBLE_SCRIPT = 'https://plausible.io/js/script.manual.js'

type Provider =
  | { provider: 'plausible'; domain: string; script: string }
  | { provider: 'ga4'; id: string }
  | { provider: 'matomo'; url: string; siteId: string; cookieless: boolean }
type Words = NonNullable<NonNullable<MEASURING_QUERY_RESULT>['measuringWords']>
/** `words` are the texts of the consent bar. Null for a provider that needs no consent. */
export type Measuring = Provider & { words: Words | null }

/** The provider in Settings. Null if there is none or one of its fields is missing or invalid. */
export function readMeasuring(settings: MEASURING_QUERY_RESULT): Measuring | null {
  const fields = settings?.measuring
  if (!fields) return null
  const { provider } = fields
  const valid = (name: keyof typeof MEASURING_FORMS, value: string | null | undefined) =>
    value && MEASURING_FORMS[name].test(value) ? value : null
  const words = withDefaultText('measuringWords', settings.measuringWords) as Words
  switch (provider) {
    case 'plausible': {
      const domain = valid('plausibleDomain', fields.plausibleDomain)
      const script = valid('plausibleScript', fields.plausibleScript ?? PLAUSIBLE_SCRIPT)
      return domain && script ? { provider, domain, script, words: null } : null
    }
    case 'ga4': {
      const id = valid('ga4Id', fields.ga4Id)
      return id ? { provider, id, words } : null
    }
    case 'matomo': {
      const url = valid('matomoUrl', fields.matomoUrl)?.replace(/\/?$/, '/')
      const siteId = valid('matomoSiteId', fields.matomoSiteId)
      const cookieless = fields.matomoCookieless === true
      return url && siteId ? { provider, url, siteId, cookieless, words: cookieless ? null : words } : null
    }
    default:
      return null
  }
}
