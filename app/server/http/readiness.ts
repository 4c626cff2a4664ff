import type { PageCache } from '#app/server/http/page-cache.ts'

type Parts = {
  /** False after a stop signal. */
  isServing: () => boolean
  hasContent: () => Promise<boolean>
  /** Undefined during development. */
  pageCache: Pick<PageCache, 'getOrRender'> | undefined
}

/** Returns a function for `/readyz`. The front page must have been rendered once; later failures don't count. */
export function readiness({ isServing, hasContent, pageCache }: Parts): () => Promise<boolean> {
  let hasRendered = pageCache === undefined
  return async () => {
    if (!isServing() || !(await hasContent().catch(() => false))) return false
    hasRendered ||= await rendersFrontPage(pageCache!).catch(() => false)
    return hasRendered
  }
}

async function rendersFrontPage(pageCache: Pick<PageCache, 'getOrRender'>): Promise<boolean> {
  const page = await pageCache.getOrRender({ path: '/', plan: null }, 'readiness')
  return 'bytes' in page || page.status < 500
}
