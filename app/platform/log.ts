/** Writes one line of the log. What a part is handed, so that it does not choose where its lines go. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Record<string, unknown>,
) => void

/** An error with its cause: `fetch` puts the reason there. */
export function faultOf(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error
    ? `${error} (${(cause as NodeJS.ErrnoException).code ?? cause.message})`
    : String(error)
}
