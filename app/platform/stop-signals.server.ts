/** From a process manager; Ctrl-C; a terminal that is closed. The last two reach every process of the product at once. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Calls `stop` whenever this process is told to stop; returns how to end that. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}
