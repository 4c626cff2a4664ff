/** A field for bots: outside the accessibility tree, named like nothing that a browser fills in. */
export const HONEYPOT = 'hp-4f2'

/**
 * Stands behind the fields and names no type, so that what looks for a form’s fields in the page finds those first. Text
 * browsers show it: what somebody wrote into it there would be lost.
 */
export function Honeypot() {
  return (
    <div hidden>
      Leave empty: <input name={HONEYPOT} autoComplete="off" tabIndex={-1} />
    </div>
  )
}
