import { test as base } from '#tests/support/fixtures.ts'
import type { ForeignHost } from '#tests/support/hosts.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'

/** `foreign`: a site in front of a foreign backend, which gives its usual answers when a test begins. */
export const test = base.extend<{ foreign: ForeignHost }>({
  foreign: async ({ foreignHost }, use) => {
    foreignHost.usual()
    await use(foreignHost)
  },
})
