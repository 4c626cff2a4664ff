/** Writes one line of the log. What a part is handed, so that it does not choose where its lines go. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Record<string, unknown>,
) => void
