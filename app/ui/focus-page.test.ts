// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { focusPage } from '#app/ui/focus-page.ts'

test('a new page gets the focus, and in Firefox the caret of the old page is removed', () => {
  vi.stubGlobal('mozInnerScreenX', 0)
  document.body.innerHTML = '<main id="main" tabindex="-1"><a href="/next">on</a></main>'
  const main = document.querySelector('main')!
  document.getSelection()?.collapse(main.querySelector('a'), 1)
  main.replaceChildren(document.createElement('article'))
  focusPage()
  expect(document.getSelection()?.rangeCount).toBe(0)
  expect(document.activeElement).toBe(main)
})
