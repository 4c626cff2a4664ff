// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Carousel } from '#app/ui/carousel/carousel.tsx'

test('a carousel waits while a screen reader reads in a slide, until a pointer is pressed', async () => {
  const perView = { getPropertyValue: () => '1', columnGap: '0px' } as unknown as CSSStyleDeclaration
  vi.spyOn(window, 'getComputedStyle').mockReturnValue(perView)
  const slides = ['Oak', 'Elm'].map((name) => <p key={name}>{name}</p>)
  const { container } = render(
    <Carousel label="Partners" slides={slides} autoplayMs={60_000} perView={{ default: 1 }} />,
  )
  const list = container.querySelector('[data-part=slides]')!
  await act(() => window.dispatchEvent(new Event('resize')))
  const isPaused = () => list.getAttribute('aria-live') === 'polite'
  const caretIn = (element: Element) =>
    act(() => {
      document.getSelection()?.collapse(element)
      document.dispatchEvent(new Event('selectionchange'))
    })
  await expect.poll(() => list.getAttribute('tabindex')).toBe('-1') // the slider is attached

  expect(isPaused()).toBe(false)
  expect(list.hasAttribute('aria-live')).toBe(false)
  await caretIn(list.querySelector('p')!)
  expect(isPaused()).toBe(true)
  act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  expect(isPaused()).toBe(false)
})
