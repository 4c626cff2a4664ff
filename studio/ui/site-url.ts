import type { SanityClient } from 'sanity'

/** Set for a hosted project. The local lake knows the site's port and answers `/site`. */
const HOSTED_SITE_URL = process.env.SANITY_STUDIO_SITE_URL

let known: Promise<string> | undefined

/** Returns the origin of the site. Rejects if it is not configured. */
export function siteUrl(client: SanityClient): Promise<string> {
  known ??= (HOSTED_SITE_URL ? Promise.resolve(HOSTED_SITE_URL) : askLake(client)).catch((error) => {
    known = undefined
    throw error
  })
  return known
}

async function askLake(client: SanityClient): Promise<string> {
  if (client.config().projectId !== 'local')
    throw new Error('SANITY_STUDIO_SITE_URL was not set when this Studio was built.')
  const { url } = await client.request<{ url: string }>({ url: '/site' })
  return url
}
