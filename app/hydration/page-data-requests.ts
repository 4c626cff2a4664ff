import { leaveToBrowser, navigation } from '#app/hydration/remix/leave-to-browser.ts'

/** In answers with a page's data: the build that they are of. */
export const BUILD_HEADER = 'X-Build'

/** From now on what is no page's data, or only a part of it, is left to the browser, which asks for the page itself. */
export function guardPageData(): void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    // As Remix's single fetch asks; and posts of forms that lead to a page. Others say themselves what came of them.
    const asks = !init?.method || navigation().state === 'submitting'
    if (!(input instanceof URL && input.pathname.endsWith('.data') && asks)) return send(input, init)
    try {
      const answer = await send(input, init)
      if (!answer.headers.get('Content-Type')?.startsWith('text/x-script')) return leaveToBrowser()
      // This page's code may not know what another build hands over. What was posted has counted, and is not posted again.
      const build = answer.headers.get(BUILD_HEADER)
      if (!init?.method && build && build !== window.__remixManifest.version) return leaveToBrowser()
      return new Response(await answer.arrayBuffer(), answer)
    } catch (error) {
      if (init?.signal?.aborted) throw error // the visitor went elsewhere
      return leaveToBrowser()
    }
  }
}
