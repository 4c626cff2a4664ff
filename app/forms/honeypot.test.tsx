import { expect, test } from 'vitest'
import { Honeypot } from '#app/forms/honeypot.tsx'
import { render } from '#tests/support/render.tsx'

test('who has a text browser, which shows the field for bots, reads that it stays empty', () => {
  expect(render(<Honeypot />)).toMatch(/^<div hidden="">Leave empty: <input [^>]*><\/div>$/)
})
