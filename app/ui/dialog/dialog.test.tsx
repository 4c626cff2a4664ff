// @vitest-environment happy-dom
import { render as renderInPage } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Dialog } from '#app/ui/dialog/dialog.tsx'

const dialog = (open: boolean) => (
  <Dialog label="Add New Review" open={open} onClose={() => {}}>
    <input name="firstName" />
  </Dialog>
)
const render = (open: boolean) => renderToString(dialog(open))

test('is named by its heading and has a named close button', () => {
  const html = render(false)
  const heading = /aria-labelledby="([^"]+)"/.exec(html)?.[1]
  expect(html).toMatch(new RegExp(`<h2 id="${heading}"[^>]*>Add New Review</h2>`))
  expect(html).toContain('aria-label="Close"')
})

test('closed it is closed; open it is open, and closes, without JavaScript', () => {
  expect(render(false)).not.toMatch(/<dialog[^>]* open/)
  expect(render(true)).toMatch(/<dialog[^>]* open=""/)
  const page = new DOMParser().parseFromString(render(true), 'text/html')
  const button = page.querySelector<HTMLButtonElement>('dialog [aria-label=Close]')
  expect(button?.type).toBe('submit')
  expect(page.getElementById(button?.getAttribute('form') ?? '')?.matches('dialog form[method=dialog]')).toBe(
    true,
  )
})

test('a press of the close button that begins before React comes ends on the same element', () => {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = render(false)
  const button = container.querySelector<HTMLButtonElement>('[aria-label=Close]')
  renderInPage(dialog(false), { container, hydrate: true })
  expect(button?.isConnected).toBe(true)
  expect(button?.type).toBe('button')
  expect(container.querySelector('form')).toBeNull()
})
