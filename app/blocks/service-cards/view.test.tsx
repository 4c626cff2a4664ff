import { expect, test } from 'vitest'
import { ServiceCardsView } from '#app/blocks/service-cards/view.tsx'
import { line, render } from '#tests/support/render.tsx'

test('a card is focusable, named by its heading and described by its text', () => {
  const cards = [{ title: 'Live Transfers', text: line('On a call.') }]
  const html = render(
    <ServiceCardsView
      block={{ _key: 'k', _type: 'serviceCards', heading: line('Offers'), intro: null, cards }}
    />,
  )
  const [, name, description] =
    /role="group" tabindex="0" aria-labelledby="(.+?)" aria-describedby="(.+?)"/.exec(html)!
  expect(html).toContain(`<h3 id="${name}">Live Transfers</h3>`)
  expect(html).toMatch(new RegExp(`<p id="${description}"[^>]*>On a call.</p>`))
})

test('a card without text is not focusable', () => {
  const cards = [{ title: 'Live Transfers', text: null }]
  const html = render(
    <ServiceCardsView block={{ _key: 'k', _type: 'serviceCards', heading: null, intro: null, cards }} />,
  )
  expect(html).toContain('Live Transfers')
  expect(html).not.toMatch(/tabindex|role=|aria-/)
})
