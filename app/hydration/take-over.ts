import { fetchContactForm } from '#app/contact/contact-form-code.ts'
import { allStyles } from '#app/hydration/all-styles.ts'

/** What React adds may have to do without its looks for a while: a page that does nothing would be worse. */
const STYLES_MS = 1_000

// Back has led to another address: the page is loaded anew (until-hydrated.ts), and until then React would take it for that one.
let isLeft = false
addEventListener('popstate', () => {
  isLeft ||= !!history.state
})

/** Not with a timer alone: a clock that somebody stopped would stop the page. Nor a message: see below. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
    setTimeout(resolve)
  })

/**
 * React calls itself by messages, and waits for one that it has sent. Firefox drops those of a page that is being left, so in
 * one that comes back from the back/forward cache React would never do anything again: it is sent another one.
 */
async function runReact(): Promise<void> {
  const { MessageChannel } = window
  window.MessageChannel = class extends MessageChannel {
    constructor() {
      super()
      addEventListener('pageshow', () => this.port2.postMessage(null))
    }
  }
  try {
    await import('#app/hydration/react.ts')
  } finally {
    window.MessageChannel = MessageChannel
  }
}

/**
 * Runs the code of a page and lets React take it over. On a slow phone that is a tenth of a second of work: each part has
 * a task of its own, so that taps are answered in between. Takes the address of Remix's manifest and the ids of the page's
 * routes; rejects when something is out of reach, or the page is being left.
 */
export async function takeOver(manifest: string, routes: string[]): Promise<void> {
  // Without it the form in the page goes on working.
  const form = document.querySelector('[name=form][value=enquiry]') && fetchContactForm().catch(() => {})
  await runReact()
  await nextTask()
  await import('#app/hydration/router.ts')
  await nextTask()
  await import(/* @vite-ignore */ manifest)
  const modules = await Promise.all(
    routes.map((id) => import(/* @vite-ignore */ window.__remixManifest.routes[id]?.module as string)),
  )
  window.__remixRouteModules = Object.fromEntries(routes.map((id, index) => [id, modules[index]]))
  const { hydrate } = await import('#app/hydration/hydrate.tsx')
  await form
  await Promise.race([allStyles(), new Promise((resolve) => setTimeout(resolve, STYLES_MS))])
  await nextTask()
  if (isLeft) throw new Error('the page is being left')
  hydrate()
}
