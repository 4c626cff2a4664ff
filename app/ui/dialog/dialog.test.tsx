// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Dialog } from '#app/ui/dialog/dialog.tsx'

const dialog = (open: boolean) => (
  <Dialog label="Add New Review" open={open} onClose={() => {}}>
    <input name="firstName" />
  </Dialog>
)
const render = (open: boolean) => renderToString(dialog(open))

test('a dialog is named by its heading and has a named close button', () => {
  const html = render(false)
  const heading = /aria-labelledby="([^"]+)"/.exec(html)?.[1]
  expect(html).toMatch(new RegExp(`<h2 id="${heading}"[^>]*>Add New Review</h2>`))
  expect(html).toContain('aria-label="Close"')
})

test('a dialog that is rendered open closes without JavaScript', () => {
  expect(render(false)).not.toMatch(/<dialog[^>]* open/)
  expect(render(true)).toMatch(/<dialog[^>]* open=""/)
  const page = new DOMParser().parseFromString(render(true), 'text/html')
  const button = page.querySelector<HTMLButtonElement>('dialog [aria-label=Close]')
  expect(button?.type).toBe('submit')
  expect(page.getElementById(button?.getAttribute('form') ?? '')?.matches('dialog form[method=dialog]')).toBe(
    true,
  )
})
