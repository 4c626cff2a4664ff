/** What a spreadsheet would read as a formula at the start of a cell. */
const FORMULA = /^[\s]*[=+\-@\t\r|]/

/** One cell: quoted, and with an apostrophe in front where a spreadsheet would run what a visitor typed (CSV injection, OWASP). */
export function csvCell(value: string | number | null | undefined): string {
  const text = typeof value === 'number' ? String(value) : (value ?? '')
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A table as CSV (RFC 4180) in UTF-8 with its mark, so that spreadsheets read accents right. */
export const csvOf = (rows: (string | number | null | undefined)[][]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
