/** A field that somebody has gone to and left before React came (until-hydrated.ts): it has been touched. */
export type Left = HTMLElement & { left?: number }

const TICKED = '[type=checkbox], [type=radio]'

/** Each with a key that its successor has too: what it is, and which of those that are alike. */
export function keyed(elements: Iterable<HTMLElement>): Map<string, HTMLElement> {
  const all = new Map<string, HTMLElement>()
  for (const element of elements) {
    const name = element.getAttribute('name') ?? element.getAttribute('href') ?? element.className
    let key = `${element.localName} ${name} ${element.matches(TICKED) && element.getAttribute('value')}`
    while (all.has(key)) key += '+'
    all.set(key, element)
  }
  return all
}

/** What was typed, ticked or chosen in a field is so in its successor, as if a visitor had done it there. */
export function bringBackInto(successor: HTMLElement, field: HTMLElement): void {
  const now = successor as HTMLInputElement
  const old = field as HTMLInputElement
  if (old.checked !== now.checked) now.click()
  if (old.value === old.defaultValue || old.value === now.value) return
  now.value = old.value
  now.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
