// @vitest-environment happy-dom
import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import { followUntilStored, setStored } from '#studio/features/unstored.ts'

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

test('a document is followed until it is stored, though its form is left before', async () => {
  const isStored = new BehaviorSubject(true)
  const leave = followUntilStored(isStored)
  expect(asksBeforeLeaving()).toBe(false)
  leave()
  // Of a text whose editor goes after its form.
  isStored.next(false)
  await Promise.resolve()
  expect(asksBeforeLeaving()).toBe(true)
  expect(isStored.observed).toBe(true)
  isStored.next(true)
  expect(asksBeforeLeaving()).toBe(false)
  expect(isStored.observed).toBe(false)

  followUntilStored(isStored)()
  await Promise.resolve()
  expect(isStored.observed).toBe(false)
})

test('a document that can’t be followed any more is not asked about', () => {
  const isStored = new BehaviorSubject(false)
  followUntilStored(isStored)
  expect(asksBeforeLeaving()).toBe(true)
  isStored.complete()
  expect(asksBeforeLeaving()).toBe(false)
})
