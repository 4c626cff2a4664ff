import { expect, test } from 'vitest'
import { ContactCardsView } from '#app/blocks/contact-cards/view.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { render } from '#tests/support/render.tsx'

const block: BlockOf<'contactCards'> = {
  _key: 'k',
  _type: 'contactCards',
  heading: null,
  emailTitle: 'Email',
  phoneTitle: 'Phone',
  addressTitle: 'Address',
}

test('each card is one link: mail, telephone, map', () => {
  const html = render(<ContactCardsView block={block} />)
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    'mailto:hello@brand.example',
    'tel:+13025550142',
    'https://maps.example/1',
  ])
  expect(html).toContain('(302) 555-0142')
  expect(html.replace(/<[^>]*>/g, '')).toContain('1 Main Street, Wilmington, DE 19801')
  for (const part of ['h-card', 'u-email', 'p-tel', 'p-adr h-adr', 'p-locality']) expect(html).toContain(part)
})
