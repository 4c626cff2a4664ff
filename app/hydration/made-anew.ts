import { bringBackInto, keyed } from '#app/ui/typed.ts'

/** What a visitor may have typed in, ticked, opened, pressed or gone to. */
const TOUCHED = 'input, textarea, details, summary, a[href], button'

const touched = () => document.querySelectorAll<HTMLElement>(TOUCHED)

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
      else if (old.matches('input, textarea')) bringBackInto(now, old)
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
