import { expect, test } from 'vitest'
import { errorMessage } from '#studio/ui/error-message.ts'

const UNREACHABLE = 'The content could not be reached. Try again in a moment.'
const BUG = 'Cannot read properties of undefined (reading "fetch")'

test.each([
  ['Failed to fetch', UNREACHABLE], // Chromium
  ['NetworkError when attempting to fetch resource.', UNREACHABLE], // Firefox
  ['Load failed', UNREACHABLE], // Safari
  [BUG, BUG],
])('an editor reads why something failed: %s', (message, expected) => {
  expect(errorMessage(new TypeError(message))).toBe(expected)
})
