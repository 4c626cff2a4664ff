import { expect, test } from 'vitest'
import { Honeypot } from '#app/forms/honeypot.tsx'
import { render } from '#tests/support/render.tsx'

test('a text browser shows that the field for bots stays empty', () => {
  expect(render(<Honeypot />)).toMatch(/^<div hidden="">Leave empty: <input [^>]*><\/div>$/)
})
