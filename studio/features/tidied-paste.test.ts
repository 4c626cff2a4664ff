// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { tidyPaste } from '#studio/features/tidied-paste.ts'

/** What is inserted in the place of what is pasted; undefined where the browser does it. */
function pasted(text: string, tag = 'input', value = ''): string | undefined {
  const insert = vi.fn()
  document.execCommand = insert
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData, cancelable: true })
  const field = document.createElement(tag)
  if (value) Object.assign(field, { value, selectionStart: value.length, selectionEnd: value.length })
  field.addEventListener('paste', tidyPaste)
  field.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(insert.mock.calls.length > 0)
  return insert.mock.calls[0]?.[2]
}

afterEach(() => Reflect.deleteProperty(document, 'execCommand'))

test('what nobody sees or types is left out of what is pasted into a field', () => {
  expect(pasted('\u202a+13025550142\u202c')).toBe('+13025550142')
  expect(pasted('\ufeffTerri\u00adtory\u00a0 by\u200b ZIP\n')).toBe('Territory by ZIP')
  expect(pasted('One\u00a0line\nand more', 'textarea')).toBe('One line\nand more')
})

test('what fills a field alone has no space around it', () => {
  expect(pasted(' Keyturn ')).toBe('Keyturn')
  expect(pasted('Two\nlines\n')).toBe('Two lines')
  expect(pasted(' leads ', 'input', 'Buy'), 'behind other words it may be one between them').toBeUndefined()
})

test('all else is the browser’s, and so are texts', () => {
  expect(pasted('Ann’s “Pro” – 50 %')).toBeUndefined()
  expect(pasted('👩‍💻')).toBeUndefined()
  expect(pasted('terri\u00adtory', 'div')).toBeUndefined()
})
