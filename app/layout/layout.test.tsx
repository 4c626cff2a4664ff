import { expect, test } from 'vitest'
import { Footer } from '#app/layout/footer.tsx'
import { Header } from '#app/layout/header.tsx'
import { PolicyPage } from '#app/layout/policy-page.tsx'
import { fixtureSettings, paragraphs, render, texts } from '#tests/support/render.tsx'

test('the header has a named navigation, a menu button and a phone button', () => {
  const html = render(<Header />, { at: '/pricing' })
  expect(html.match(/<header/g)).toHaveLength(1)
  expect([...html.matchAll(/<nav [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name)).toEqual(['Main'])
  const buttons = [...html.matchAll(/<button ([^>]*)>(.*?)<\/button>/g)]
  expect(
    buttons.map(([, tag, text]) => /aria-label="([^"]+)"/.exec(tag!)?.[1] ?? text!.replace(/<.*?>/g, '')),
  ).toEqual(['Open the menu', 'Show the phone number'])
  expect(html).toMatch(/<a [^>]*aria-current="page"[^>]* href="\/pricing"/)
  expect(html.match(/aria-current/g)).toHaveLength(1)
})

test('menu and phone open without JavaScript: their buttons target popovers', () => {
  const html = render(<Header />)
  for (const [, id] of html.matchAll(/popovertarget="([^"]+)"/gi)) {
    expect(html).toMatch(new RegExp(`id="${id}" popover="auto"`))
  }
  // Browsers expose the state of `popovertarget` themselves (ARIA in HTML).
  expect(html).not.toContain('aria-expanded')
  expect(html).toContain('<a href="tel:+13025550142"')
})

test('the header leaves out links to unpublished pages', () => {
  const unpublished = { label: 'Gone', href: null, target: null }
  const html = render(<Header />, {
    settings: { ...fixtureSettings, headerNav: [unpublished], headerButton: unpublished },
  })
  expect(html).not.toContain('Gone')
  expect(html).not.toContain('<li></li>')
})

test('the footer shows the given year and the e-mail address', () => {
  const html = render(<Footer year={2031} />)
  expect(html).toContain('© 2031 All rights reserved.')
  expect(html).toContain('href="mailto:hello@brand.example"')
  expect(texts(html, 'h2')).toEqual(['Company'])
})

test('a policy numbers its sections, links to them, and shows its effective date', () => {
  const html = render(
    <PolicyPage
      policy={{
        _id: 'p',
        title: 'Refunds',
        slug: 'refund-policy',
        effectiveDate: '2026-11-01',
        intro: null,
        sections: [
          { title: 'Reporting', body: paragraphs('48 hours.') },
          { title: 'Waiting', body: paragraphs('1 month.') },
        ],
        versions: [{ address: '2026-05-01', effectiveDate: '2026-05-01', until: '2026-11-01' }],
        seo: null,
      }}
    />,
  )
  expect(texts(html, 'h2')).toEqual(['1 Reporting', '2 Waiting', 'Earlier versions'])
  expect(html).toContain('href="/refund-policy/2026-05-01"')
  expect(html).toMatch(/<nav [^>]*aria-label="Contents"[^>]*><ol><li><a href="#section-1">Reporting/)
  expect(html).toContain('href="#section-2"')
  expect(html).toContain('id="section-2"')
  expect(html).toContain('<time dateTime="2026-11-01">November 1, 2026</time>')
})

test('an earlier policy shows until when it was in force and links to the current one', () => {
  const version = {
    _id: 'v',
    title: 'Refunds',
    current: 'refund-policy',
    address: '2026-05-01',
    effectiveDate: '2026-05-01',
    until: '2026-11-01',
    intro: null,
    sections: [{ title: 'Reporting', body: paragraphs('24 hours.') }],
  }
  const html = render(<PolicyPage policy={version} />)
  expect(html).toContain('May 1, 2026</time> until <time dateTime="2026-11-01">')
  expect(html).toMatch(/href="\/refund-policy">The version in force<\/a>/)
})
