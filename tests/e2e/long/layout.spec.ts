import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { setPlanCookie, waitForHydration } from '#tests/support/page.ts'
import { ROUTES } from '#tests/support/routes.ts'

// WCAG 2.2: 1.4.4 Resize Text, 1.4.10 Reflow, 1.4.12 Text Spacing, 2.5.8 Target Size.
const TARGET_PX = 24
const CONDITIONS = [
  { name: 'at every width', css: '', widths: [320, 360, 640, 768, 1024, 1440, 1920] },
  {
    name: 'with the text spacing of WCAG 1.4.12',
    css: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    widths: [320, 1280],
  },
  { name: 'with text of twice the size', css: 'html { font-size: 200% }', widths: [412, 1280] },
]

// Animations would change the layout.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Describes the faults of a page's layout: overflow, cut or overlapping text, broken amounts and small targets. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate((targetPx) => {
    const faults: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`)
    const name = (element: Element) =>
      `${element.localName}.${element.className} "${(element.textContent ?? '').trim().slice(0, 40)}"`
    const isShown = (element: Element) =>
      !element.closest('.visually-hidden, .skip-link, [inert], svg, noscript') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

    /** Whether the text is cut on purpose, with an ellipsis. */
    const isShortened = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }

    const lines: { box: DOMRect; element: Element }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const element = text.parentElement!
      if (!text.textContent?.trim() || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (/^\$[\d,.]+$/.test(text.textContent) && boxes.length > 1) faults.push(`broken: ${name(element)}`)
      for (const box of boxes) {
        if (!isShortened(element)) lines.push({ box, element })
        if (element.closest('[data-part=slides]')) continue // scrolls
        if (box.left < -1 || box.right > root.clientWidth + 1) faults.push(`outside: ${name(element)}`)
        for (let holder: Element | null = element; holder; holder = holder.parentElement) {
          if (isShortened(holder)) break
          const { overflowX, overflowY } = getComputedStyle(holder)
          if (overflowX === 'visible' || /auto|scroll/.test(overflowX + overflowY)) continue
          const edge = holder.getBoundingClientRect()
          if (box.bottom > edge.bottom + 6 || box.right > edge.right + 1 || box.left < edge.left - 1) {
            faults.push(`cut off by ${holder.localName}.${holder.className}: ${name(element)}`)
            break
          }
        }
      }
    }
    // The boxes of tight lines overlap at their edges, so only their cores count. Fixed elements may cover others.
    const isFixed = ({ element }: { element: Element }) => element.closest('body > header, [class*=chat]')
    const flowing = lines.filter((line) => !isFixed(line)).sort((a, b) => a.box.top - b.box.top)
    for (const [index, { box, element }] of flowing.entries())
      for (const other of flowing.slice(index + 1)) {
        if (other.box.top > box.bottom) break
        const isBelow = other.box.top + other.box.height / 4 > box.bottom - box.height / 4
        const isAbove = other.box.bottom - other.box.height / 4 < box.top + box.height / 4
        if (other.element === element || isBelow || isAbove) continue
        if (other.box.left < box.right - 2 && box.left < other.box.right - 2)
          faults.push(`overlap: ${name(element)} and ${name(other.element)}`)
      }

    const targets = 'a[href], button, summary, [role=tab], input:not([type=hidden]), select, textarea'
    for (const target of document.querySelectorAll(targets)) {
      // A link in a sentence has its line height (2.5.8, exception "Inline").
      if (!isShown(target) || getComputedStyle(target).display === 'inline') continue
      const isBox = target.matches('[type=checkbox], [type=radio]')
      const area = (isBox && target.closest('div, label')) || target
      const { width, height } = area.getBoundingClientRect()
      if (Math.min(width, height) < targetPx - 0.01) faults.push(`${width} × ${height} px: ${name(target)}`)
    }
    return [...new Set(faults)]
  }, TARGET_PX)

async function expectNoFaults(page: Page, route: string, widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await faultsOf(page), `${route} at ${width} px`).toEqual([])
  }
}

const chooseLongest = (page: Page, url: string) => setPlanCookie(page.context(), url, 'elite-access')

for (const { name, css, widths } of CONDITIONS)
  test(`${name} no text overflows, overlaps or is cut, and every target is large enough`, async ({
    page,
    product: { siteUrl },
  }) => {
    await chooseLongest(page, siteUrl)
    for (const route of ROUTES) {
      await page.goto(route)
      await waitForHydration(page)
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        document.adoptedStyleSheets = [sheet]
      }, css)
      await expectNoFaults(page, route, widths)
    }
  })

test('the header covers at most a quarter of a low window', async ({ page }) => {
  for (const [width, height, share] of [
    [640, 400, 0.25], // 1280 × 800 at 200 % zoom
    [320, 256, 0.21], // at 400 %
    [740, 360, 0.16], // a phone on its side
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/pricing')
    const header = (await page.getByRole('banner').boundingBox())!
    expect.soft(header.height / height, `${width} × ${height}`).toBeLessThan(share)
  }
})
