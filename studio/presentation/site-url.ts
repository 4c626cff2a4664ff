import type { SanityClient } from 'sanity'

/** The site's address where Sanity hosts the content; on this machine the lake tells it (`/site`), as ports may differ. */
const HOSTED_SITE_URL = process.env.SANITY_STUDIO_SITE_URL

let known: Promise<string> | undefined

/** Where visitors reach the site: scheme and host. Rejects when nobody has said. */
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
