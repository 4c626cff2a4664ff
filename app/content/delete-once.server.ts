import type { SanityClient } from '@sanity/client'
import { isClientError } from '#app/content/lake.server.ts'

/**
 * Deletes a one-time document. Resolves to true for one caller only, and to false without permission. Rejects if the lake
 * can't be reached.
 */
export async function deleteOnce(
  client: SanityClient,
  { _id, _rev }: { _id: string; _rev: string },
): Promise<boolean> {
  try {
    // A delete can't require a revision, but a patch can.
    await client
      .transaction()
      .patch(_id, (patch) => patch.ifRevisionId(_rev).set({ used: true }))
      .delete(_id)
      .commit({ visibility: 'sync' })
    return true
  } catch (error) {
    if (isClientError(error)) return false
    throw error
  }
}
