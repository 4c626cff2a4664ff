import { expect, test } from 'vitest'
import { reasonOf } from '#studio/ui/error-message.ts'

test.each([
  'Failed to fetch', // Chromium
  'NetworkError when attempting to fetch resource.', // Firefox
  'Load failed', // Safari
  'The network connection was lost.',
])('a request without an answer is told of in words: %s', (message) => {
  expect(reasonOf(new TypeError(message))).toBe('The content could not be reached. Try again in a moment.')
})

test('a fault of the Studio’s own is not put down to the network', () => {
  const message = 'Cannot read properties of undefined (reading ‘fetch’)'
  expect(reasonOf(new TypeError(message))).toBe(message)
  expect(reasonOf(new Error('Network of agents: no such plan'))).toBe('Network of agents: no such plan')
})
