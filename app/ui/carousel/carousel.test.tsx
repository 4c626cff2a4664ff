import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Carousel } from '#app/ui/carousel/carousel.tsx'
import { canOverflow } from '#app/ui/carousel/columns.ts'

const partners = ['Oak', 'Elm', 'Ash', 'Fir', 'Yew', 'Bay', 'Box'].map((name) => <p key={name}>{name}</p>)
const render = (slides = partners) =>
  renderToString(
    <Carousel
      label="Our partners"
      slides={slides}
      autoplayMs={2000}
      perView={{ default: 4, 640: 3, 768: 4, 1024: 5 }}
      gapPx={30}
    />,
  )

test('the server renders all slides, named and in order, in a named region', () => {
  const html = render()
  expect(html).toMatch(/^<section [^>]*aria-roledescription="carousel" aria-label="Our partners"/)
  const names = [...html.matchAll(/role="group" aria-roledescription="slide" aria-label="([^"]+)"/g)].map(
    (m) => m[1],
  )
  expect(names).toEqual(['1 of 7', '2 of 7', '3 of 7', '4 of 7', '5 of 7', '6 of 7', '7 of 7'])
  expect(html.indexOf('Oak')).toBeLessThan(html.indexOf('Box'))
})

test('the HTML has no buttons, inline styles or scripts before JavaScript', () => {
  const html = render()
  expect(html).not.toMatch(/ style=|<script|<button| inert/)
  expect(html).toContain('tabindex="0"') // the list scrolls by keyboard
  expect(html).toContain('data-per-view="4 640:3 768:4 1024:5" data-gap="30"')
})

test('slides that always fit have no controls and no tab stop', () => {
  const html = render(partners.slice(0, 3))
  expect(html).not.toMatch(/data-part="controls"|tabindex/)
  expect(canOverflow(3, { default: 4, 640: 3 })).toBe(false)
  expect(canOverflow(4, { default: 4, 640: 3 })).toBe(true)
})
