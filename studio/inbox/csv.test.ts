import { expect, test } from 'vitest'
import { csvCell, csvOf } from '#studio/inbox/csv.ts'

test.each([
  ['Ann', '"Ann"'],
  ['He said "no", then\nleft', '"He said ""no"", then\nleft"'],
  [42, '"42"'],
  [-5, '"-5"'],
  [null, '""'],
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+1 302 555 0100', `"'+1 302 555 0100"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1+1', `"'\t=1+1"`],
  ['  =1+1', `"'  =1+1"`],
  ['\r=1+1', `"'\r=1+1"`],
  ['a=b', '"a=b"'],
])('%j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('rows end as RFC 4180 says, behind the mark of UTF-8', () => {
  expect(
    csvOf([
      ['Name', 'Note'],
      ['Łukasz', '=x'],
    ]),
  ).toBe('\uFEFF"Name","Note"\r\n"Łukasz","\'=x"\r\n')
})
