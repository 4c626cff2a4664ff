// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { focusPage } from '#app/ui/focus-page.ts'

test('in Firefox the caret of somebody who reads does not stay where a page was', () => {
  vi.stubGlobal('mozInnerScreenX', 0)
  document.body.innerHTML = '<main id="main" tabindex="-1"><a href="/next">on</a></main>'
  const main = document.querySelector('main')!
  document.getSelection()?.collapse(main.querySelector('a'), 1)
  main.replaceChildren(document.createElement('article')) // browsers move the caret up into what is left
  focusPage()
  expect(document.getSelection()?.rangeCount).toBe(0)
  expect(document.activeElement).toBe(main)
})

test('a place that can’t have the focus leaves it to the page; one that has its own keeps its turn', () => {
  document.body.innerHTML =
    '<main id="main" tabindex="-1"><a id="on" href="/next">on</a><p id="place">here</p></main>'
  const [main, link, place] = ['main', 'on', 'place'].map((id) => document.getElementById(id)!)
  focusPage(link)
  expect(document.activeElement).toBe(link)
  expect(link!.hasAttribute('tabindex')).toBe(false)
  vi.spyOn(place!, 'focus').mockImplementation(() => {}) // as hidden ones do
  focusPage(place)
  expect(document.activeElement).toBe(main)
})
