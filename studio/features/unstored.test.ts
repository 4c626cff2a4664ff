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

test('who is asked may stay, so that nobody else hears of leaving', () => {
  let heard = 0
  const onLeaving = () => heard++
  window.addEventListener('beforeunload', onLeaving)
  const text = {}
  setStored(text, false)
  expect(asksBeforeLeaving()).toBe(true)
  expect(heard).toBe(0)
  setStored(text, true)
  expect(asksBeforeLeaving()).toBe(false)
  expect(heard).toBe(1)
  window.removeEventListener('beforeunload', onLeaving)
})
