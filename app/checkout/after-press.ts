/**
 * A field that a press takes the focus from would get its message at that moment, which moves what is pressed away from below
 * the pointer: the press would be lost. So that a field of the form was left is told once the press has ended; where that was
 * one in a frame, as PayPal's buttons are, once the page has the focus again. Returns the way to stop it.
 */
export function tellAfterPress(formId: string): () => void {
  const stopping = new AbortController()
  const options = { capture: true, signal: stopping.signal }
  const left = new Set<HTMLInputElement>()
  let isPressed = false

  function tell(): void {
    if (isPressed || document.activeElement?.tagName === 'IFRAME') return
    const told = { bubbles: true, relatedTarget: document.activeElement ?? document.body }
    for (const field of left)
      if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', told))
    left.clear()
  }
  const press = () => {
    isPressed = true
  }
  const letGo = () => {
    isPressed = false
    setTimeout(tell) // the click is to come first
  }
  window.addEventListener('mousedown', press, options)
  // Let go above a frame, or a button that is switched off, nothing is heard of it: who goes on by key presses no more.
  for (const type of ['mouseup', 'dragend', 'contextmenu', 'keydown'])
    window.addEventListener(type, letGo, options)
  window.addEventListener('focusin', tell, options)
  window.addEventListener(
    'focusout',
    (event) => {
      const field = event.target as HTMLInputElement
      // Of a press in a frame nothing is heard here but that the focus goes nowhere.
      if (field.form?.id !== formId || (event.relatedTarget && !isPressed)) return
      event.stopImmediatePropagation()
      left.add(field)
      setTimeout(tell)
    },
    options,
  )
  return () => stopping.abort()
}
