/** A field for bots: hidden from assistive technology, with a name that no browser fills in. */
export const HONEYPOT = 'hp-4f2'

/** Comes after the real fields. Text browsers show it, so it has a label. */
export function Honeypot() {
  return (
    <div hidden>
      Leave empty: <input name={HONEYPOT} autoComplete="off" tabIndex={-1} />
    </div>
  )
}
