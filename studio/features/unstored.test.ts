// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { setStored } from '#studio/features/unstored.ts'

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('leaving the window asks first while anything is not stored', () => {
  const [words, picture] = [{}, {}]
  expect(asksBeforeLeaving()).toBe(false)
  setStored(words, false)
  setStored(picture, false)
  setStored(words, true)
  expect(asksBeforeLeaving()).toBe(true)
  setStored(picture, true)
  expect(asksBeforeLeaving()).toBe(false)
})
