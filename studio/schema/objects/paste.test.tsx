// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { pasteText } from '#studio/schema/objects/paste.ts'

/** What the Studio is given of letters alone. */
function given(text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const nativeEvent = { clipboardData }
  expect(pasteText(() => {})({ event: { clipboardData, nativeEvent } } as never)).toBeUndefined()
  return nativeEvent.clipboardData.getData('text/plain')
}

test.each([
  ['One\r\ntwo\r\n\r\nThree', 'One\ntwo\n\nThree'],
  ['One\r\n \t\r\n\r\nTwo', 'One\n\nTwo'],
  ['the\u00a0ter\u00adri\u200btory ', 'the territory '],
  ['One\ntwo\n\nThree', 'One\ntwo\n\nThree'],
])('%j is pasted without a form as %j: what the Studio finds paragraphs in', (text, tidied) => {
  expect(given(text)).toBe(tidied)
})
