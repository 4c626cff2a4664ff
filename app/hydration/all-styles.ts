let coming: Promise<unknown> | undefined

/**
 * A page comes with the styles of what it shows (app/server/page-styles.ts); this has the browser fetch those files whole,
 * for what React adds. Resolves once they are there; rejects when one is out of reach, and the next call asks again.
 */
export function allStyles(): Promise<unknown> {
  if (!coming) {
    coming = Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[disabled]')].map(whole))
    coming.catch(() => {
      coming = undefined
    })
  }
  return coming
}

const whole = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.disabled = true
      reject(new Error(`${link.href} is out of reach`))
    }
    link.disabled = false
  })
