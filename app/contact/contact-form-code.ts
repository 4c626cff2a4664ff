import type { ContactForm } from '#app/contact/contact-form.tsx'

type Code = { default: typeof ContactForm }

let code: Code | undefined

/** Fetches the code of the form, a third of all that there is (it checks what is typed): pages without one do without it. */
export async function fetchContactForm(): Promise<Code> {
  const { ContactForm } = await import('#app/contact/contact-form.tsx')
  code = { default: ContactForm }
  return code
}

/**
 * For React's `lazy`, the code where it is there: at once. For a promise React would leave the form in the page for later,
 * and the press that was kept for it to the browser.
 */
export function fetchedContactForm(): Promise<Code> | undefined {
  // biome-ignore lint/suspicious/noThenProperty: React asks for no more than this
  return code && ({ then: (use: (code: Code) => void) => use(code as Code) } as Promise<Code>)
}
