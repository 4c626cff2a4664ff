/** Writes one line of the log. What a part is handed, so that it does not choose where its lines go. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Record<string, unknown>,
) => void

/** What went wrong, for the log: of a connection `fetch` says only that it failed, and why in the error's cause. */
export function faultOf(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error
    ? `${error} (${(cause as NodeJS.ErrnoException).code ?? cause.message})`
    : String(error)
}
