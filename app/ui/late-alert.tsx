import { type ReactNode, useSyncExternalStore } from 'react'
import { focusPage } from '#app/ui/focus-page.ts'
import styles from '#app/ui/late-alert.module.css'

type About = 'payment' | 'enquiry'
/** What is to be said, with what takes it away. */
type News = { key: number; about: About; say: (dismiss: () => void) => ReactNode }

/** As long as the document lives: a page that is missing or failed brings a layout of its own. */
let news: News[] = []
let said = 0
let show = () => {}

function keep(next: News[]): void {
  news = next
  show()
}

/**
 * Says what came of something whose page was left meanwhile, on the page that the visitor is on by now: an alert follows each
 * outcome (specification 4 and 8). It stays until it is dismissed, or the same is tried anew.
 */
export const sayLate = (about: About, say: News['say']): void => keep([...news, { key: said++, about, say }])

/** With a new try nothing is news any more that was said of those before. */
export const forgetLate = (about: About): void => keep(news.filter((other) => other.about !== about))

function follow(changed: () => void): () => void {
  show = changed
  return () => {
    show = () => {}
  }
}
const known = () => news

/** Where it is said. */
export function LateAlert() {
  const all = useSyncExternalStore(follow, known, known)
  return (
    all.length > 0 && (
      <div className={styles.late}>
        {all.map((item) => (
          <div key={item.key} className={styles.news}>
            {item.say(() => {
              keep(news.filter((other) => other !== item))
              focusPage() // the alert that had it goes
            })}
          </div>
        ))}
      </div>
    )
  )
}
