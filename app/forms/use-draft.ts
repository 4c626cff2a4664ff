import { useLocation } from '@remix-run/react'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The fields of pages that were left. */
const drafts = new Map<string, ReturnType<typeof keyed>>()

/**
 * Brings what was typed and ticked inside `around` back where Back leads to its page, as browsers do for pages that they load
 * themselves; a tick only to a box with the same value. A new visit begins empty (specification 3). Stored while the document
 * lives, nowhere else. `name` is unique on the page.
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

const TICKED = '[type=checkbox], [type=radio]'

/** Each with a key that its successor has too: what it is, and which of those that are alike. */
function keyed(elements: Iterable<HTMLElement>): Map<string, HTMLElement> {
  const all = new Map<string, HTMLElement>()
  for (const element of elements) {
    const name = element.getAttribute('name') ?? element.getAttribute('href') ?? element.className
    let key = `${element.localName} ${name} ${element.matches(TICKED) && element.getAttribute('value')}`
    while (all.has(key)) key += '+'
    all.set(key, element)
  }
  return all
}

/** Copies what was typed, ticked or chosen in `field` to `successor`, as if the visitor had done it there. */
function bringBackInto(successor: HTMLElement, field: HTMLElement): void {
  const now = successor as HTMLInputElement
  const old = field as HTMLInputElement
  if (old.checked !== now.checked) now.click()
  if (old.value === old.defaultValue || old.value === now.value) return
  now.value = old.value
  now.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
