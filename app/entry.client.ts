import { sendTokens } from '#app/host/xsrf-token.ts'
import { allStyles } from '#app/hydration/all-styles.ts'
import { guardScripts } from '#app/trusted-types.ts'
import { startVisit } from '#app/visit/visit.ts'

// Runs a second after the page was loaded, so it imports neither React nor Remix.
guardScripts()
sendTokens()
startVisit()
void allStyles()

/** app/hydration/until-hydrated.ts says when. */
export { takeOver } from '#app/hydration/take-over.ts'

// While developing, Remix's own script has brought the page's modules.
if (import.meta.env.DEV) import('#app/hydration/hydrate.tsx').then(({ hydrate }) => hydrate())
