import { useLocation } from '@remix-run/react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { bringBackInto, keyed } from '#app/ui/typed.ts'

/** The fields of pages that were left. */
const drafts = new Map<string, ReturnType<typeof keyed>>()

/**
 * What was typed and ticked inside `around` is there again where Back leads to its page, as it is where the browser loads pages
 * itself; a new visit begins empty (specification 3). Kept while the document lives, nowhere else. `name`: no other's on the page.
 */
export function useDraft(name: string, around: RefObject<HTMLElement | null>): void {
  const { key: entry, hash } = useLocation()
  const key = `${entry} ${name}`
  // Where the browser goes to a place on a page by itself: all such share a key, with each other and with the first page.
  const isPlace = entry === 'default' && hash !== ''
  const isThere = useRef(false)
  useLayoutEffect(() => {
    const element = around.current
    if (!element) return
    const fields = () => keyed(element.querySelectorAll<HTMLElement>('input:not([type=hidden]), textarea'))
    if (!(isPlace && isThere.current)) {
      const now = fields()
      for (const [field, old] of drafts.get(key) ?? []) {
        const successor = now.get(field)
        if (successor) bringBackInto(successor, old)
      }
      drafts.delete(key)
    }
    isThere.current = true
    return () => {
      const left = fields()
      if ([...left.values()].some(isTouched)) drafts.set(key, left)
    }
  }, [key, isPlace, around])
}

const isTouched = (field: HTMLElement) => {
  const { value, defaultValue, checked, defaultChecked } = field as HTMLInputElement
  // A box to tick has the value “on” where none is written, which is not its default.
  return checked !== defaultChecked || (value !== defaultValue && !field.matches('[type=checkbox]'))
}
