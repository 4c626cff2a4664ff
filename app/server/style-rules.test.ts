import { expect, test } from 'vitest'
import { pageStyles } from '#app/server/page-styles.ts'
import { sheetOf } from '#app/server/style-rules.ts'

const CSS = [
  '@font-face{font-family:A;src:url(/a.woff2)}',
  ':root{--ink:#123}',
  'body{margin:0}',
  'details[open] summary{color:red}',
  '.card,.tile{color:var(--ink)}',
  '.card:hover,.card:not(.gone) .text{color:blue}',
  '@media (min-width:40em){.card{gap:1px}.tile{gap:2px}}',
  '@media print{.tile{display:none}}',
  '@supports (gap:1px){@media screen{.text::before{content:"}"}}}',
  '@keyframes rise{from{opacity:0}to{opacity:1}}',
  '.never{color:green}',
].join('')
const LINK = '<link rel="stylesheet" href="/assets/site.css"/>'
const { sheet, withoutFonts } = sheetOf(CSS)
const styled = (html: string, length = sheet.length) =>
  pageStyles({ '/assets/site.css': { ...sheet, length } })(html)
const page = (body: string) => `<html><head>${LINK}</head><body>${body}</body></html>`

test('a page has the rules of its elements and classes, in order, whatever state or screen they are for', () => {
  const html = styled(page('<div class="wide card"><p class="text">Hi</p></div>'), 10_000)
  const [, styles = '', after] = /<style>(.*?)<\/style>(.*?)<\/head>/s.exec(html) ?? []
  expect(styles).toBe(
    [
      '@font-face{font-family:A;src:url(/a.woff2)}',
      ':root{--ink:#123}',
      'body{margin:0}',
      '.card{color:var(--ink)}',
      '.card:hover,.card:not(.gone) .text{color:blue}',
      '@media (min-width:40em){.card{gap:1px}}',
      '@supports (gap:1px){@media screen{.text::before{content:"}"}}}',
      '@keyframes rise{from{opacity:0}to{opacity:1}}',
    ].join(''),
  )
  expect(after).toBe('<link rel="stylesheet" href="/assets/site.css" disabled/>')
})

test('what is closed now may be opened', () => {
  expect(styled(page('<details><summary>More</summary></details>'), 10_000)).toContain(
    'details[open] summary{color:red}',
  )
})

test('a page that takes most of the file asks for it, and has the fonts, which the file is without', () => {
  const html = styled(page('<div class="card tile never"><p class="text">Hi</p></div>'))
  expect(html).toContain(`<style>@font-face{font-family:A;src:url(/a.woff2)}</style>${LINK}`)
  expect(withoutFonts).not.toContain('@font-face')
  expect(`@font-face{font-family:A;src:url(/a.woff2)}${withoutFonts}`).toBe(CSS)
})

test('a file that is not known stays as it is; nothing in one that is ends the element early', () => {
  const html = page('').replace('site.css', 'other.css')
  expect(styled(html)).toBe(html)
  expect(JSON.stringify(sheetOf('b{content:"</style>"}').sheet.rules)).not.toContain('</style')
})
