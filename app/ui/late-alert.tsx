import { type ReactNode, useEffect, useState } from 'react'
import styles from '#app/ui/late-alert.module.css'

/** What is to be said, with what takes it away. */
type News = (dismiss: () => void) => ReactNode

let show: (change: (news: News[]) => News[]) => void = () => {}

/**
 * Says what came of something whose page was left meanwhile, on the page that the visitor is on by now: an alert follows each
 * outcome (specification 4 and 8). It stays until it is dismissed, or something is tried anew.
 */
export const sayLate = (news: News): void => show((before) => [...before, news])

/** With a new try nothing is news any more that was said of those before. */
export const forgetLate = (): void => show((before) => (before.length ? [] : before))

/** Where it is said. */
export function LateAlert() {
  const [news, setNews] = useState<News[]>([])
  useEffect(() => {
    show = setNews
  }, [])
  return (
    news.length > 0 && (
      <div className={styles.late}>
        {news.map((say, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in them has a state
          <div key={index} className={styles.news}>
            {say(() => {
              setNews((all) => all.filter((other) => other !== say))
              document.getElementById('main')?.focus({ preventScroll: true }) // the alert that had it goes
            })}
          </div>
        ))}
      </div>
    )
  )
}
