import type { Measuring } from '#app/content/measuring.ts'

/** Origins that a provider adds to the CSP, per directive. */
export type ProviderHosts = { scripts: string[]; images: string[]; connections: string[] }

const NONE: ProviderHosts = { scripts: [], images: [], connections: [] }

/** https://developers.google.com/tag-platform/security/guides/csp, "Google Analytics 4", without Google Signals. */
const GA4: ProviderHosts = {
  scripts: ['https://*.googletagmanager.com'],
  images: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connections: [
    'https://*.google-analytics.com', // includes the regional endpoints: region1.google-analytics.com
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
}

/** Matomo's script. Matomo Cloud serves it from a CDN (the tracking code in Matomo Cloud's settings). */
export function matomoScript(url: string): string {
  const { hostname } = new URL(url)
  return hostname.endsWith('.matomo.cloud')
    ? `https://cdn.matomo.cloud/${hostname}/matomo.js`
    : `${url}matomo.js`
}

/** The origins that the provider documents. */
export function providerHosts(measuring: Measuring | null): ProviderHosts {
  switch (measuring?.provider) {
    case 'ga4':
      return GA4
    case 'plausible': {
      const { origin } = new URL(measuring.script)
      return { ...NONE, scripts: [origin], connections: [origin] }
    }
    case 'matomo': {
      const { origin } = new URL(measuring.url)
      // matomo.js sends beacons, and images where the browser has none.
      return {
        scripts: [new URL(matomoScript(measuring.url)).origin],
        images: [origin],
        connections: [origin],
      }
    }
    default:
      return NONE
  }
}
