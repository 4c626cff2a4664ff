/** One JSON line to stdout (info) or stderr (warn, error). */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  detail: Record<string, unknown> = {},
): void {
  const line = `${JSON.stringify({ time: new Date().toISOString(), level, message, ...detail })}\n`
  ;(level === 'info' ? process.stdout : process.stderr).write(line)
}
