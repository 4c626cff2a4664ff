import { globSync, readFileSync } from 'node:fs'
import { parse } from 'postcss'
import { expect, test } from 'vitest'

/** Browsers that don't know one of these selectors drop the whole rule. */
const NEW_SELECTORS = /::(view-transition|details-content)/

test.each(globSync('app/**/*.css'))('%s: rules with new selectors have no other selectors', (file) => {
  parse(readFileSync(file, 'utf8')).walkRules(({ selectors }) => {
    const found = selectors.filter((selector) => NEW_SELECTORS.test(selector))
    expect([[], selectors]).toContainEqual(found)
  })
})
