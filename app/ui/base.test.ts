import { globSync, readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { expect, test } from 'vitest'

/** Parts of a page that browsers of a year or two ago don't know: they drop the whole rule. */
const YOUNG = /::(view-transition|details-content)/

test.each(globSync('app/**/*.css'))('%s: a young selector takes no other along', (file) => {
  parse(readFileSync(file, 'utf8')).walkRules(({ selectors }) => {
    const young = selectors.filter((selector) => YOUNG.test(selector))
    expect([[], selectors]).toContainEqual(young)
  })
})

/** Chromium darkens a ground and lightens words by their brightness (0 to 255) alone; between the two it leaves both. */
const DARKENED_ABOVE = 205
const LIGHTENED_BELOW = 150

test('a browser that darkens pages takes a button’s ground along with its dark words', () => {
  const tones: Map<string, string>[] = []
  parse(readFileSync('app/ui/tokens.css', 'utf8')).walkRules((rule) => {
    const tokens = new Map<string, string>()
    rule.walkDecls(/^--/, ({ prop, value }) => void tokens.set(prop, value))
    tones.push(tokens)
  })
  const [colors] = tones
  const brightness = (value: string): number => {
    const hex = /^var\((.+)\)$/.exec(value)?.[1]
    const [red = 0, green = 0, blue = 0] = (hex ? colors!.get(hex)! : value)
      .match(/[\da-f]{2}/g)!
      .map((part) => Number.parseInt(part, 16))
    return 0.299 * red + 0.587 * green + 0.114 * blue
  }
  const dark = tones
    .filter((tone) => tone.has('--button') && brightness(tone.get('--button-text')!) < LIGHTENED_BELOW)
    .map((tone) => brightness(tone.get('--button')!))
  expect(dark.length).toBeGreaterThan(1)
  expect(Math.min(...dark)).toBeGreaterThan(DARKENED_ABOVE)
})
