import type { SanityClient } from 'sanity'

/** Set for a hosted project. The local lake returns the site's URL at `/site`. */
const HOSTED_SITE_URL = process.env.SANITY_STUDIO_SITE_URL

let cached: Promise<string> | undefined

/** Returns the origin of the site. Rejects if it is not configured. */
export function siteUrl(client: SanityClient): Promise<string> {
  cached ??= (HOSTED_SITE_URL ? Promise.resolve(HOSTED_SITE_URL) : siteUrlFromLake(client)).catch((error) => {
    cached = undefined
    throw error
  })
  return cached
}

async function siteUrlFromLake(client: SanityClient): Promise<string> {
  if (client.config().projectId !== 'local')
    throw new Error('SANITY_STUDIO_SITE_URL was not set when this Studio was built.')
  const { url } = await client.request<{ url: string }>({ url: '/site' })
  return url
}
