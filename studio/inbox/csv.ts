/** Spreadsheets read a cell that begins like this as a formula. */
const FORMULA = /^\s*[=+\-@\t\r|]/

/** Quotes a cell; an apostrophe disables a formula that a visitor typed (OWASP, CSV injection). */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Writes a CSV (RFC 4180) with a byte order mark, so that spreadsheets read UTF-8. */
export const csvOf = (rows: (string | number | null | undefined)[][]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
