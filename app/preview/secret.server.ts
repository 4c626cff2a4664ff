import type { SanityClient } from '@sanity/client'
import { deleteOnce } from '#app/content/delete-once.server.ts'

/** As the Studio has it (`@sanity/preview-url-secret`): a secret is good for an hour. */
const SECRET_TTL_MS = 60 * 60 * 1000

const SECRET_QUERY = `*[_type == "sanity.previewUrlSecret" && secret == $secret][0]{ _id, _rev, _updatedAt }`

/**
 * Uses up a preview secret that somebody with rights to write drafts put into the lake. False for one that is absent,
 * wrong, expired or used before. Rejects when the lake can't be reached.
 */
export async function consumeSecret(client: SanityClient, secret: string): Promise<boolean> {
  if (!secret.trim()) return false
  const found = await client.fetch<{ _id: string; _rev: string; _updatedAt: string } | null>(
    SECRET_QUERY,
    { secret },
    { perspective: 'raw' },
  )
  if (!found || Date.now() - Date.parse(found._updatedAt) > SECRET_TTL_MS) return false
  return deleteOnce(client, found)
}
