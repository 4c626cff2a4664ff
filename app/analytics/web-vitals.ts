import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { VITALS_PATH } from '#app/analytics/vitals-path.ts'

/** Sends how the page felt to this visitor, once, when it is put away: no name, no cookie, no more than figures. */
export function reportWebVitals(): void {
  const path = location.pathname
  const latest = new Map<string, number>()
  const keep = ({ name, value }: Metric) => void latest.set(name, value)
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(keep)
  const send = () => {
    if (document.visibilityState !== 'hidden' || latest.size === 0) return
    const metrics = [...latest].map(([name, value]) => ({ name, value }))
    latest.clear()
    // A beacon would bring the cookies along.
    fetch(VITALS_PATH, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ path, metrics }),
    }).catch(() => {}) // figures that are lost are lost
  }
  // After the library's own listeners, which say their last words at the same moment.
  document.addEventListener('visibilitychange', () => queueMicrotask(send))
  addEventListener('pagehide', () => queueMicrotask(send))
}
