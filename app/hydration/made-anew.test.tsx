// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { rememberTouched } from '#app/hydration/made-anew.ts'

const fresh = () => {
  document.body.innerHTML = '<form><input name="email"></form>'
  return document.querySelector('input')!
}

test('what was typed comes back into what is made anew until the page is taken over, and not after', () => {
  fresh().value = 'ann@example.com'
  const bringBack = rememberTouched()
  const anew = fresh()
  bringBack()
  expect(anew.value).toBe('ann@example.com')

  dispatchEvent(new Event('hydrated'))
  const later = fresh()
  bringBack()
  expect(later.value).toBe('')
})
