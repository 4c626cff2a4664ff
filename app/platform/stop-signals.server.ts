/** From a process manager, Ctrl-C, and a closed terminal. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Calls `stop` on every stop signal. Returns a function that removes the listeners. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}
