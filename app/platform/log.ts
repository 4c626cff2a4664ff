/** Writes one line of the log. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Record<string, unknown>,
) => void

/** The text of an error and its cause, where `fetch` puts the reason. */
export function describeError(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error
    ? `${error} (${(cause as NodeJS.ErrnoException).code ?? cause.message})`
    : String(error)
}
