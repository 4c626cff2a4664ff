export type Log = (event: string, details?: Record<string, string | number | boolean | undefined>) => void

/** One line per notable event: time, `lake`, the event, then `key=value` pairs. Requests that succeed are not events. */
export function createLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  return (event, details = {}) => {
    const pairs = Object.entries(details)
      .filter(([, value]) => value !== undefined)
      .map(
        ([key, value]) =>
          `${key}=${typeof value === 'string' && /[\s"=]/.test(value) ? JSON.stringify(value) : value}`,
      )
    write(`${[new Date().toISOString(), 'lake', event, ...pairs].join(' ')}\n`)
  }
}

export const silent: Log = () => {}
