/** A file that did not come is asked for again after so long. */
const AGAIN_MS = 2_000

let coming: Promise<unknown> | undefined

/**
 * A page comes with the styles of what it shows (app/server/page-styles.ts); this has the browser fetch those files whole,
 * for what React adds. Resolves once they are there.
 */
export function allStyles(): Promise<unknown> {
  coming ??= Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[disabled]')].map(whole))
  return coming
}

const whole = (link: HTMLLinkElement) =>
  new Promise((resolve) => {
    const ask = () => {
      link.disabled = true
      link.disabled = false
    }
    link.onload = resolve
    link.onerror = () => setTimeout(ask, AGAIN_MS)
    ask()
  })
