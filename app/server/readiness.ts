import { randomUUID } from 'node:crypto'
import { Page } from '#app/server/page.ts'
import type { Pages } from '#app/server/pages.ts'

type Parts = {
  /** False once the process has been told to stop. */
  isServing: () => boolean
  hasContent: () => Promise<boolean>
  /** None while developing. */
  pages: Pick<Pages, 'find'> | undefined
}

/**
 * Whether visitors may be sent to this process, for `/readyz`. It has to have shown its front page once, or a build whose pages
 * all fail would be let in front of visitors by whoever rolls it out. What fails later is no reason: it would fail in all copies.
 */
export function readiness({ isServing, hasContent, pages }: Parts): () => Promise<boolean> {
  let hasShown = pages === undefined
  const shows = async () => {
    const found = await pages?.find(undefined, '/', '', randomUUID())
    return found !== undefined && (found.page instanceof Page || found.page.status < 500)
  }
  return async () => {
    if (!isServing() || !(await hasContent().catch(() => false))) return false
    hasShown ||= await shows().catch(() => false)
    return hasShown
  }
}
