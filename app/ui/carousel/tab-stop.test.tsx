// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Carousel } from '#app/ui/carousel/carousel.tsx'

test('slides that fit at this width are no tab stop, though they move at another', async () => {
  const perView = { getPropertyValue: () => '4', columnGap: '30px' } as unknown as CSSStyleDeclaration
  vi.spyOn(window, 'getComputedStyle').mockReturnValue(perView)
  const slides = ['Oak', 'Elm', 'Ash', 'Fir'].map((name) => <p key={name}>{name}</p>)
  const { container } = render(
    <Carousel label="Partners" slides={slides} autoplayMs={2000} perView={{ default: 4, 640: 3 }} />,
  )
  const list = container.querySelector('[data-part=slides]')
  await act(() => window.dispatchEvent(new Event('resize')))
  expect(list?.hasAttribute('tabindex')).toBe(false)
})
