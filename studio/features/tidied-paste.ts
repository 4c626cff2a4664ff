import { withoutFixedSpaces, withoutUnseen } from '#studio/schema/objects/unseen.ts'

/**
 * Leaves out of what is pasted into a field, as texts do (studio/schema/objects/paste.ts), what nobody sees and nobody types. A
 * contact of Windows brings a sign before its number, which then is refused although it looks right; a word from Word parts of
 * itself, and is not found.
 */
export function tidyPaste(event: ClipboardEvent): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const text = withoutFixedSpaces(withoutUnseen(pasted))
  if (text === pasted) return
  event.preventDefault()
  const line = field instanceof HTMLInputElement ? text.trim().replace(/\s*\n\s*/g, ' ') : text
  // Of all ways the one that a browser can take back.
  document.execCommand('insertText', false, line)
}

if (typeof document === 'object') document.addEventListener('paste', tidyPaste, true)
