import type { FormsBackend } from '#tests/support/external-backends.ts'
import { test as base } from '#tests/support/fixtures.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'

/** `foreign`: a site in front of a foreign backend, which gives its usual answers when a test begins. */
export const test = base.extend<{ formsBackend: FormsBackend }>({
  formsBackend: async ({ sharedFormsBackend }, use) => {
    sharedFormsBackend.reset()
    await use(sharedFormsBackend)
  },
})
