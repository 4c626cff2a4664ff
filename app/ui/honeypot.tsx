/** A field for bots: outside the accessibility tree, named like nothing that a browser fills in. */
export const HONEYPOT = 'hp-4f2'

export function Honeypot() {
  return (
    <div hidden>
      <input type="text" name={HONEYPOT} autoComplete="off" tabIndex={-1} aria-hidden="true" />
    </div>
  )
}
