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
