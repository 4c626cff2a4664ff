import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pathDrawing } from '#app/layout/path-drawing.ts'

const svg = (body: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"${attributes}>${body}</svg>\n`

test('paths are read as they are drawn', () => {
  expect(
    pathDrawing(
      svg(
        '<path fill="#1d2a2e" fill-rule="evenodd" d="M0 0h4v-.5e1z"/>\n<path transform="translate(1 2)" d="M1,1"/>',
        ' width="4" height="2" role="img" aria-label="Key"',
      ),
    ),
  ).toEqual({
    viewBox: '0 0 4 2',
    paths: [
      { d: 'M0 0h4v-.5e1z', fill: '#1d2a2e', fillRule: 'evenodd', transform: undefined },
      { d: 'M1,1', fill: undefined, fillRule: undefined, transform: 'translate(1 2)' },
    ],
  })
})

test('the seed’s logo is one', () => {
  const file = readFileSync(new URL('../../studio/seed/images/logo.svg', import.meta.url), 'utf8')
  expect(pathDrawing(file)?.paths).toHaveLength(2)
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script among paths', '<path d="M0 0"/><script href="x"/>'],
  ['a handler', '<path d="M0 0" onload="alert(1)"/>'],
  ['a style', '<path d="M0 0" style="position:fixed"/>'],
  ['a class', '<path d="M0 0" class="header"/>'],
  ['an address', '<path d="M0 0" fill="url(https://example.com/a.svg)"/>'],
  ['a group', '<g><path d="M0 0"/></g>'],
  ['an entity', '<path d="M0 0" fill="&quot;red"/>'],
  ['an attribute without quotes', '<path d=M0 />'],
  ['half an attribute', '<path d="M0 0" fill/>'],
  ['a path without a way', '<path fill="red"/>'],
  ['nothing', ''],
])('%s is not', (_what, body) => {
  expect(pathDrawing(svg(body))).toBeUndefined()
})

test.each([
  ['a handler on the file', svg('<path d="M0 0"/>', ' onload="alert(1)"')],
  ['no box', '<svg><path d="M0 0"/></svg>'],
  ['something behind it', `${svg('<path d="M0 0"/>')}<p>more</p>`],
  ['an inherited name', svg('<path d="M0 0"/>', ' constructor="x"')],
  ['no drawing', 'PNG'],
])('%s: not one either', (_what, file) => {
  expect(pathDrawing(file)).toBeUndefined()
})
