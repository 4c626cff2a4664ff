import type { SanityClient } from 'sanity'

/** The site's address with Sanity's hosted lake. The local lake answers it (`/site`), because ports may differ. */
const HOSTED_SITE_URL = process.env.SANITY_STUDIO_SITE_URL

let known: Promise<string> | undefined

/** The origin where visitors reach the site. Rejects if it is not configured. */
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
