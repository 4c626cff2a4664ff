/** The name of the field for bots. No browser fills it in. */
export const HONEYPOT = 'hp-4f2'

/** The hidden field for bots. It has a label, because text browsers show it. */
export function Honeypot() {
  return (
    <div hidden>
      Leave empty: <input name={HONEYPOT} autoComplete="off" tabIndex={-1} />
    </div>
  )
}
