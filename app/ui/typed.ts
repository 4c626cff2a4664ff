/** Boxes to tick and radios to choose among. */
export const TICKED = '[type=checkbox], [type=radio]'

/** Each with a key that its successor has too: what it is, and which of those that are alike. */
export function keyed(elements: Iterable<HTMLElement>): Map<string, HTMLElement> {
  const all = new Map<string, HTMLElement>()
  for (const element of elements) {
    const name = element.getAttribute('name') ?? element.getAttribute('href') ?? element.className
    const key = `${element.localName} ${name} ${element.matches(TICKED) && element.getAttribute('value')}`
    let count = 0
    while (all.has(`${key} ${count}`)) count++
    all.set(`${key} ${count}`, element)
  }
  return all
}

/** What was typed, ticked or chosen in a field is so in its successor, as if a visitor had done it there. */
export function bringBackInto(now: HTMLElement, old: HTMLElement): void {
  if (old.matches(TICKED)) tick(old as HTMLInputElement, now as HTMLInputElement)
  else type(old as HTMLInputElement, now as HTMLInputElement)
}

function tick(old: HTMLInputElement, now: HTMLInputElement): void {
  if (old.checked !== now.checked && (old.checked || old.type === 'checkbox')) now.click()
}

function type(old: HTMLInputElement, now: HTMLInputElement): void {
  if (old.value === old.defaultValue || old.value === now.value) return
  now.value = old.value
  now.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
