import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Dialog } from '#app/ui/dialog/dialog.tsx'

const render = (open: boolean) =>
  renderToString(
    <Dialog label="Add New Review" open={open} onClose={() => {}}>
      <input name="firstName" />
    </Dialog>,
  )

test('is named by its heading and has a named close button', () => {
  const html = render(false)
  const heading = /aria-labelledby="([^"]+)"/.exec(html)?.[1]
  expect(html).toMatch(new RegExp(`<h2 id="${heading}"[^>]*>Add New Review</h2>`))
  expect(html).toContain('aria-label="Close"')
})

test('closed it is closed; open it is open, and closes, without JavaScript', () => {
  expect(render(false)).not.toMatch(/<dialog[^>]* open/)
  expect(render(true)).toMatch(/<dialog[^>]* open=""/)
  expect(render(true)).toContain('<form method="dialog"')
})
