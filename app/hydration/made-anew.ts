/** What a visitor may have typed in, ticked, opened, pressed or gone to. */
const TOUCHED = 'input, textarea, details, summary, a[href], button'
const TICKED = '[type=checkbox], [type=radio]'

const touched = () => document.querySelectorAll<HTMLElement>(TOUCHED)

/** Each with a key that its successor has too: what it is, and which of those that are alike. */
function keyed(elements: Iterable<HTMLElement>): Map<string, HTMLElement> {
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

/**
 * A browser that translates, a password manager or a writing aid may have changed the page before React comes, which then makes
 * it anew. To be called before that; what is returned brings back afterwards what was typed, ticked and opened, and the
 * focus, and hands on a press that was held back (until-hydrated.ts). What has stayed in its place is left alone. Once the page
 * is taken over, all of it is forgotten: what React makes anew later is another page.
 */
export function rememberTouched(): () => void {
  let before: Iterable<HTMLElement> = touched()
  // Safari before 17 doesn't know the selector, and throws.
  let open = 'popover' in document.body ? [...document.querySelectorAll<HTMLElement>(':popover-open')] : []
  let focused = document.activeElement
  const over = new AbortController()
  const { signal } = over
  addEventListener(
    'focusin',
    ({ target }) => {
      focused = target as Element
    },
    { signal },
  )
  addEventListener(
    'hydrated',
    () => {
      over.abort()
      before = open = []
      focused = null
    },
    { signal },
  )
  return () => {
    const after = keyed(touched())
    for (const [key, old] of keyed(before)) {
      const now = after.get(key)
      if (old.isConnected || !now) continue
      if (old instanceof HTMLDetailsElement) now.toggleAttribute('open', old.open)
      else if (old.matches(TICKED)) tick(old as HTMLInputElement, now as HTMLInputElement)
      else if (old.matches('input, textarea')) type(old as HTMLInputElement, now as HTMLInputElement)
      else
        old.onclick = () => {
          now.click()
          return false
        }
      if (old === focused && document.activeElement === document.body) now.focus({ preventScroll: true })
    }
    for (const { id, isConnected } of open) if (!isConnected) document.getElementById(id)?.showPopover()
  }
}

function tick(old: HTMLInputElement, now: HTMLInputElement): void {
  if (old.checked !== now.checked && (old.checked || old.type === 'checkbox')) now.click()
}

function type(old: HTMLInputElement, now: HTMLInputElement): void {
  if (old.value === old.defaultValue) return
  now.value = old.value
  now.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
