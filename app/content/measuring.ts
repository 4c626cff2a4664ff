import { withDefaultText } from '#app/content/default-text.ts'
import type { MEASURING_QUERY_RESULT } from '#app/content/types.generated.ts'

/** Origins that a provider adds to the CSP, per directive. */
export type ProviderHosts = { scripts: string[]; images?: string[]; connections: string[] }

export type ProviderName = 'plausible' | 'ga4' | 'matomo' | 'cookielessMatomo'
/** `id` is the site's at GA4 or Matomo; `url` is Matomo's. */
type Account = { script: string; id?: string; url?: string; hosts: ProviderHosts }
type Provider = {
  title: string
  needsConsent: boolean
  /** The form of the account in Settings. Origins that match are safe in a CSP. */
  form: RegExp
  help: string
  read(parts: string[]): Account
}

const ORIGIN = String.raw`https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?`
const FOLDERS = String.raw`\/(?:[\w.-]+\/)*`
const TAGS = 'https://*.googletagmanager.com'
const ANALYTICS = 'https://*.google-analytics.com'

const matomo = {
  form: new RegExp(`^((${ORIGIN})${FOLDERS})(?:index\\.php)?\\?(?:.*&)?idSite=([1-9]\\d{0,9})\\b`),
  help: 'the address of the dashboard, such as https://example.com/matomo/index.php?idSite=1',
  // Matomo Cloud serves scripts from a CDN. matomo.js sends beacons, and images where the browser has none.
  read([, url = '', origin = '', id]: string[]): Account {
    const { hostname } = new URL(origin)
    const cdn = hostname.endsWith('.matomo.cloud') && 'https://cdn.matomo.cloud'
    const script = `${cdn ? `${cdn}/${hostname}/` : url}matomo.js`
    return { script, id, url, hosts: { scripts: [cdn || origin], images: [origin], connections: [origin] } }
  },
}

export const PROVIDERS: Record<ProviderName, Provider> = {
  // The older scripts send addresses and referrers with their query.
  plausible: {
    title: 'Plausible (no consent needed)',
    needsConsent: false,
    form: new RegExp(`^(${ORIGIN})${FOLDERS}pa-[\\w-]+\\.js$`),
    help: 'the address of the script in “Site installation”, such as https://plausible.io/js/pa-….js',
    read: ([script = '', origin = '']) => ({ script, hosts: { scripts: [origin], connections: [origin] } }),
  },
  // https://developers.google.com/tag-platform/security/guides/csp, without Google Signals. Some browsers send to www.google.com.
  ga4: {
    title: 'Google Analytics 4 (asks for consent)',
    needsConsent: true,
    form: /^G-[A-Z0-9]{4,20}$/,
    help: 'the measurement ID of the data stream, such as G-AB12CD34EF',
    read: ([id = '']) => ({
      id,
      script: `https://www.googletagmanager.com/gtag/js?id=${id}`,
      hosts: {
        scripts: [TAGS],
        images: [ANALYTICS, TAGS],
        connections: [ANALYTICS, 'https://*.analytics.google.com', TAGS, 'https://www.google.com'],
      },
    }),
  },
  matomo: { ...matomo, title: 'Matomo (asks for consent)', needsConsent: true },
  cookielessMatomo: { ...matomo, title: 'Matomo without cookies (no consent needed)', needsConsent: false },
}

type Words = NonNullable<NonNullable<MEASURING_QUERY_RESULT>['measuringWords']>
/** `words` are the texts of the consent bar. Null for a provider that needs no consent. */
export type Measuring = Account & { provider: ProviderName; words: Words | null }

/** The provider in Settings. Null if there is none, an import wrote an unknown one, or its account is missing or invalid. */
export function readMeasuring(settings: MEASURING_QUERY_RESULT): Measuring | null {
  const { provider, account } = settings?.measuring ?? {}
  if (!provider || provider === 'none' || !Object.hasOwn(PROVIDERS, provider)) return null
  const { form, needsConsent, read } = PROVIDERS[provider]
  const parts = form.exec(account?.trim() ?? '')
  const words = withDefaultText('measuringWords', settings?.measuringWords ?? null) as Words
  return parts && { provider, ...read(parts), words: needsConsent ? words : null }
}
