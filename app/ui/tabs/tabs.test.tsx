import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Tabs } from '#app/ui/tabs/tabs.tsx'

const html = renderToString(
  <Tabs
    label="About us"
    initial={1}
    tabs={[
      { id: 'our-company', title: 'Our Company', content: 'What we are.' },
      { id: 'our-mission', title: 'Our Mission', content: 'What we do.' },
      { id: 'our-vision', title: 'Our Vision', content: 'What we want.' },
    ]}
  />,
)

test('the server sends a tab list with the initial tab selected', () => {
  expect(html).toContain('role="tablist" aria-label="About us"')
  const tabs = [...html.matchAll(/<a [^>]*role="tab"[^>]*>/g)].map((match) => match[0])
  expect(tabs.map((tab) => /aria-selected="(\w+)"/.exec(tab)?.[1])).toEqual(['false', 'true', 'false'])
})

test('before JavaScript each tab is a link to its panel, in the tab order, and every text is there', () => {
  for (const id of ['our-company', 'our-mission', 'our-vision']) {
    expect(html).toContain(`href="#${id}"`)
    expect(html).toMatch(new RegExp(`id="${id}"[^>]*role="tabpanel" aria-labelledby="${id}-tab"`))
  }
  expect(html).not.toMatch(/tabindex="-1"|hidden| style=/)
  expect(html).toContain('What we want.')
})
