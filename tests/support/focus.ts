import { expect, type Locator, type Page } from '@playwright/test'

/** No page has as many tab stops. */
export const MAX_TAB_STOPS = 200

type Focus = { name: string; region: string | undefined; problems: string[] }

/** Describes the focused element and its problems for a sighted keyboard user. Null if the page has no focus. */
export async function focusedElement(page: Page): Promise<Focus | null> {
  const here = await inspectFocus(page)
  if (!here?.problems.length) return here
  // Fixed elements make way for the focus in the next frame.
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
  return inspectFocus(page)
}

const inspectFocus = (page: Page): Promise<Focus | null> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body || element === document.documentElement) return null
    const name = `${element.tagName} ${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}`
    const region = element.closest('dialog, body > header, main, body > footer')?.localName
    const problems: string[] = []

    const label = element.closest('label')
    const isMarked = [element, ...(label ? [label] : [])].some((candidate) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    if (!isMarked) problems.push('the focus is not visible')

    const header = document.querySelector('body > header')!.getBoundingClientRect().bottom
    const inContent = region === 'main' || region === 'footer'
    const top = inContent ? header : 0
    const box = element.getBoundingClientRect()
    const fits = box.height < innerHeight - top
    if (box.bottom <= top || box.top >= innerHeight || (fits && inContent && box.top < top))
      problems.push(`out of view: ${Math.round(box.top)} to ${Math.round(box.bottom)} px`)
    const visibleMiddle = (Math.max(box.top, top) + Math.min(box.bottom, innerHeight)) / 2
    const points = [
      [box.left + box.width / 2, visibleMiddle],
      [box.left + 4, box.top + 4],
      [box.right - 4, box.bottom - 4],
    ] as const
    const isShown = points.some(([x, y]) => {
      const found = document.elementFromPoint(x, y)
      return found && (element.contains(found) || found.contains(element) || label?.contains(found))
    })
    if (!isShown) problems.push('covered')
    return { name, region, problems }
  })

export async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let stop = 0; stop < MAX_TAB_STOPS; stop++) {
    await page.keyboard.press(key)
    const here = await focusedElement(page)
    expect(here?.problems ?? [], here?.name).toEqual([])
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${MAX_TAB_STOPS} times ${key} did not reach ${target}`)
}
