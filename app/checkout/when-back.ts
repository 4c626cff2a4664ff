/** Asks whenever the network, or the visitor, is back, one question at a time, until `signal` ends it. */
export function whenBack(signal: AbortSignal, ask: () => Promise<void>): void {
  let asking = false
  const again = async () => {
    if (asking || document.hidden) return
    asking = true
    await ask()
    asking = false
  }
  window.addEventListener('online', again, { signal })
  window.addEventListener('pageshow', again, { signal })
  document.addEventListener('visibilitychange', again, { signal })
}
