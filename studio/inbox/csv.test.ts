import { expect, test } from 'vitest'
import { csvCell, csvOf } from '#studio/inbox/csv.ts'

test.each([
  ['He said "no", then\nleft', '"He said ""no"", then\nleft"'],
  [-5, '"-5"'],
  [null, '""'],
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+1 302 555 0100', `"'+1 302 555 0100"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1+1', `"'\t=1+1"`],
  ['a=b', '"a=b"'],
])('a spreadsheet reads the cell %j as text or number', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('a CSV has a byte order mark and CRLF line ends', () => {
  const rows = [['Name'], ['Łukasz']]
  expect(csvOf(rows)).toBe('\uFEFF"Name"\r\n"Łukasz"\r\n')
})
