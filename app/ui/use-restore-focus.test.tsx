// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from '#app/ui/button.tsx'
import { useRestoreFocus } from '#app/ui/use-restore-focus.ts'

function Sending({ busy }: { busy: boolean }) {
  return (
    <>
      <input aria-label="elsewhere" />
      <Button ref={useRestoreFocus(busy)} disabled={busy}>
        Send
      </Button>
    </>
  )
}

test('a button that was disabled while busy gets its focus back, unless the visitor moved it', () => {
  const { rerender } = render(<Sending busy={false} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Sending busy />)
  ;(document.activeElement as HTMLElement).blur() // browsers do, once it is disabled
  rerender(<Sending busy={false} />)
  expect(document.activeElement?.textContent).toBe('Send')

  rerender(<Sending busy />)
  screen.getByLabelText('elsewhere').focus()
  rerender(<Sending busy={false} />)
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'))
})
