import { useLocation } from '@remix-run/react'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The fields of pages that the visitor left. */
const drafts = new Map<string, ReturnType<typeof byKey>>()

/**
 * Restores typed text and ticks inside `container` when the visitor returns with Back, as browsers do for full page loads.
 * A new visit starts empty (specification 3). Drafts are in memory only. `name` is unique on the page.
 */
export function useDraft(name: string, container: RefObject<HTMLElement | null>): void {
  const { key: entry, hash } = useLocation()
  const key = `${entry} ${name}`
  // Native navigations to an anchor have the key of the first page.
  const isAnchor = entry === 'default' && hash !== ''
  const isMounted = useRef(false)
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const fields = () => byKey(element.querySelectorAll<HTMLElement>('input:not([type=hidden]), textarea'))
    if (!(isAnchor && isMounted.current)) {
      const now = fields()
      for (const [field, old] of drafts.get(key) ?? []) {
        const newField = now.get(field)
        if (newField) restore(newField, old)
      }
      drafts.delete(key)
    }
    isMounted.current = true
    return () => {
      const left = fields()
      if ([...left.values()].some(isTouched)) drafts.set(key, left)
    }
  }, [key, isAnchor, container])
}

const isTouched = (field: HTMLElement) => {
  const { value, defaultValue, checked, defaultChecked } = field as HTMLInputElement
  // The value of a checkbox without a value attribute is `on`, but its default is empty.
  return checked !== defaultChecked || (value !== defaultValue && !field.matches('[type=checkbox]'))
}

const TICKED = '[type=checkbox], [type=radio]'

/** Maps each field to a key that is the same on the next visit. */
function byKey(elements: Iterable<HTMLElement>): Map<string, HTMLElement> {
  const all = new Map<string, HTMLElement>()
  for (const element of elements) {
    const name = element.getAttribute('name') ?? element.getAttribute('href') ?? element.className
    let key = `${element.localName} ${name} ${element.matches(TICKED) && element.getAttribute('value')}`
    while (all.has(key)) key += '+'
    all.set(key, element)
  }
  return all
}

/** Copies the state of `oldField` to `newField`, with the events of a real input. */
function restore(newField: HTMLElement, oldField: HTMLElement): void {
  const now = newField as HTMLInputElement
  const old = oldField as HTMLInputElement
  if (old.checked !== now.checked) now.click()
  if (old.value === old.defaultValue || old.value === now.value) return
  now.value = old.value
  now.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
