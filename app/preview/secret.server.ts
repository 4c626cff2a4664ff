import type { SanityClient } from '@sanity/client'
import { deleteOnce } from '#app/content/delete-once.server.ts'

/** The value of `@sanity/preview-url-secret`. */
const SECRET_TTL_MS = 60 * 60 * 1000

const SECRET_QUERY = `*[_type == "sanity.previewUrlSecret" && secret == $secret][0]{ _id, _rev, _updatedAt }`

/**
 * Accepts a preview secret once. Only people who may write drafts can create one. Resolves to false if it is wrong, expired
 * or used. Rejects if the lake can't be reached.
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
