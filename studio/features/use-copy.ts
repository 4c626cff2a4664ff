import { type RefObject, useState } from 'react'

/** Copies what a field shows. `said` is what came of it; `what` begins the words where the browser refuses. */
export function useCopy(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, what: string) {
  const [said, setSaid] = useState('')

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      // Refused by the browser, which has no clipboard at all on an address without https.
      field.current?.focus()
      field.current?.select()
      setSaid(`The browser does not let the Studio copy. ${what} is selected: press Ctrl+C, or ⌘C.`)
    }
  }

  return { said, copy }
}
