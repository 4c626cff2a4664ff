import { leaveToBrowser, navigation } from '#app/hydration/remix/leave-to-browser.ts'

/**
 * Takes the place of Remix's own (vite.config.ts): where the code of another page can't be had, that loads anew the page that
 * the visitor is on, with all that was typed there, and does so as soon as a link to the other is touched or pointed at.
 */
export async function loadRouteModule(
  { id, module }: { id: string; module: string },
  known: Record<string, unknown>,
): Promise<unknown> {
  try {
    known[id] ??= await import(/* @vite-ignore */ module)
    return known[id]
  } catch {
    // Nobody goes there yet: nothing is fetched ahead.
    return navigation().state === 'idle' ? {} : leaveToBrowser()
  }
}
