/** A field for bots: outside the accessibility tree, named like nothing that a browser fills in. */
export const HONEYPOT = 'hp-4f2'

/** Stands behind the fields and names no type, so that what looks for a form’s fields in the page finds those first. */
export function Honeypot() {
  return (
    <div hidden>
      <input name={HONEYPOT} autoComplete="off" tabIndex={-1} aria-hidden="true" />
    </div>
  )
}
