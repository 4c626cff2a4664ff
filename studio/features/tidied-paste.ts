import {
  withoutFixedSpaces,
  withoutInvisibleCharacters,
} from '#studio/schema/objects/invisible-characters.ts'

/**
 * Leaves out of what is pasted into a field, as texts do (studio/schema/objects/paste.ts), what nobody sees and nobody types. A
 * contact of Windows brings a sign before its number, which then is refused although it looks right; a word from Word parts of
 * itself, and is not found. What fills a field alone has no space around it: two clicks on a word copy the one behind it, too.
 */
export function tidyPaste(event: ClipboardEvent): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length
  let text = withoutFixedSpaces(withoutInvisibleCharacters(pasted))
  if (isWhole) text = text.trim()
  if (text === pasted) return
  event.preventDefault()
  // Of all ways the one that a browser can take back.
  document.execCommand('insertText', false, field instanceof HTMLInputElement ? onOneLine(text) : text)
}

const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

if (typeof document === 'object') document.addEventListener('paste', tidyPaste, true)
