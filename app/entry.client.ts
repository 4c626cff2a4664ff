import { sendTokens } from '#app/host/xsrf-token.ts'
import { guardScripts } from '#app/trusted-types.ts'
import { startVisit } from '#app/visit/visit.ts'

// Runs as soon as the browser has nothing else to do, so it imports neither React nor Remix.
guardScripts()
sendTokens()
startVisit()

/** Lets React take the page over; app/hydration/until-hydrated.ts says when. Rejects when its code is out of reach. */
export const hydrate = async (): Promise<void> => (await import('#app/hydration/hydrate.tsx')).hydrate()

if (import.meta.env.DEV) hydrate()
