import type { FormsBackend } from '#tests/support/external-backends.ts'
import { test as base } from '#tests/support/fixtures.ts'

export { hang, html, json, reset } from '#app/host/recording-host.test-support.ts'

/** `formsBackend`: an external backend for enquiries and reviews, with a site in front of it. Each test starts with its default answers. */
export const test = base.extend<{ formsBackend: FormsBackend }>({
  formsBackend: async ({ sharedFormsBackend }, use) => {
    sharedFormsBackend.reset()
    await use(sharedFormsBackend)
  },
})
