import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
export const MANY = 200

type Focus = {
  name: string
  region: 'header' | 'main' | 'footer' | 'dialog' | 'top'
  complaints: string[]
}

/** Where the focus is, and what a sighted keyboard user could complain about there. Null outside the page. */
export async function focus(page: Page): Promise<Focus | null> {
  const here = await focusNow(page)
  if (!here?.complaints.length) return here
  // What makes way for it does so with the next frame (use-kept-clear.ts).
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
  return focusNow(page)
}

const focusNow = (page: Page): Promise<Focus | null> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body || element === document.documentElement) return null
    const name = `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)} ${element.getAttribute('name') ?? ''}`
    const region = element.closest('dialog')
      ? 'dialog'
      : ((element.closest('header[data-screen], main, footer[data-screen]')?.localName ?? 'top') as 'main')
    const complaints: string[] = []

    // The mark is on the element or, where that is drawn by its label, on the label.
    const marked = [element, element.closest('label')].some((candidate) => {
      const { outlineStyle, outlineWidth } = candidate
        ? getComputedStyle(candidate)
        : { outlineStyle: 'none', outlineWidth: '0' }
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    if (!marked) complaints.push('the focus is not visible')

    const box = element.getBoundingClientRect()
    const header = document.querySelector('body > header')!
    const edge = header.getBoundingClientRect().bottom
    const overHeader = header.contains(element) || region === 'dialog' || element.matches('.skip-link')
    if (!overHeader && box.top < edge && box.bottom > 0 && box.height < innerHeight - edge)
      complaints.push(`under the header: top ${Math.round(box.top)}, header ends at ${Math.round(edge)}`)
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)
      complaints.push('out of the window')
    // One of its points at least is not covered: its corners, its middle, its visible middle.
    const visibleMiddle = (Math.max(box.top, edge) + Math.min(box.bottom, innerHeight)) / 2
    const points = [
      [box.left + box.width / 2, box.top + box.height / 2],
      [box.left + box.width / 2, visibleMiddle],
      [box.left + 4, box.top + 4],
      [box.right - 4, box.bottom - 4],
      ...[...element.getClientRects()].map((line) => [
        line.left + line.width / 2,
        line.top + line.height / 2,
      ]),
    ] as [number, number][]
    const shown = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y)
      return (
        top && (element.contains(top) || top.contains(element) || top.closest('label')?.contains(element))
      )
    })
    if (!shown) complaints.push('covered by something')
    return { name, region, complaints }
  })

/** Presses Tab, or another key, until something has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let stop = 0; stop < MANY; stop++) {
    await page.keyboard.press(key)
    const here = await focus(page)
    expect(here?.complaints ?? [], here?.name).toEqual([])
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${MANY} times ${key} did not lead to ${target}`)
}
