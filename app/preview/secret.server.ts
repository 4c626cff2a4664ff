import type { SanityClient } from '@sanity/client'
import { isClientError } from '#app/content/lake.server.ts'

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
  try {
    // Of two that bring it at once, the second finds another revision.
    await client
      .transaction()
      .patch(found._id, (patch) => patch.ifRevisionId(found._rev).unset(['secret']))
      .delete(found._id)
      .commit({ visibility: 'sync' })
    return true
  } catch (error) {
    if (isClientError(error)) return false
    throw error
  }
}
