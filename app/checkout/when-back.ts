const FIRST_MS = 2_000
const LONGEST_MS = 60_000

/**
 * Asks until `signal` ends it, one question at a time and only while somebody looks: at once when the network, or the visitor,
 * is back; else after 2 s, 4 s and so on, up to a minute, since a network that says it is back often isn't yet, and
 * where the server was away nothing says that it is back.
 */
export function whenBack(signal: AbortSignal, ask: () => Promise<void>): void {
  let asking = false
  let wait = FIRST_MS
  let timer: ReturnType<typeof setTimeout>
  const later = () => {
    timer = setTimeout(again, wait)
    wait = Math.min(2 * wait, LONGEST_MS)
  }
  const again = async () => {
    if (asking || signal.aborted || document.hidden) return
    clearTimeout(timer)
    asking = true
    await ask()
    asking = false
    later()
  }
  window.addEventListener('online', again, { signal })
  window.addEventListener('pageshow', again, { signal })
  document.addEventListener('visibilitychange', again, { signal })
  later()
}
