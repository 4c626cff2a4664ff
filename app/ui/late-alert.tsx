import { type ReactNode, useSyncExternalStore } from 'react'
import { focusPage } from '#app/ui/focus-page.ts'
import styles from '#app/ui/late-alert.module.css'

type Say = (dismiss: () => void) => ReactNode

/** Lives as long as the document: a missing or failed page has a layout of its own. */
let news: Say | undefined
let changed = () => {}

function setNews(next: Say | undefined): void {
  news = next
  changed()
}

/** Shows the outcome of a form whose page was left meanwhile, on the page that the visitor is on. */
export const sayLate = (say: Say): void => setNews(say)
/** A new try replaces the last outcome. */
export const forgetLate = (): void => setNews(undefined)

function subscribe(listener: () => void): () => void {
  changed = listener
  return () => {
    changed = () => {}
  }
}

export function LateAlert() {
  const say = useSyncExternalStore(
    subscribe,
    () => news,
    () => undefined,
  )
  return (
    say && (
      <div className={styles.late}>
        {say(() => {
          forgetLate()
          focusPage() // the dismissed alert had it
        })}
      </div>
    )
  )
}
