import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { VITALS_PATH } from '#app/analytics/vitals-path.ts'

/** Sends the page's web vitals once, when it is hidden, without a cookie. */
export function reportWebVitals(): void {
  const path = location.pathname
  const latest = new Map<string, number>()
  const record = ({ name, value }: Metric) => void latest.set(name, value)
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(record)
  const send = () => {
    if (document.visibilityState !== 'hidden' || latest.size === 0) return
    const metrics = [...latest].map(([name, value]) => ({ name, value }))
    latest.clear()
    // Not a beacon, which sends cookies.
    fetch(VITALS_PATH, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ path, metrics }),
    }).catch(() => {}) // lost metrics are not sent again
  }
  // After the library's own listeners, which report the final values in the same task.
  document.addEventListener('visibilitychange', () => queueMicrotask(send))
  addEventListener('pagehide', () => queueMicrotask(send))
}
