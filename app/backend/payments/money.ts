/** Amounts in JSON are US dollars with two decimals (`499.00`); in the code they are integer cents. */
export const CURRENCY = 'USD'
/** 100,000.00 */
const MAX_CENTS = 10_000_000

/** Parses an amount to cents; undefined unless it is above 0 and at most 100,000.00. */
export function parseAmount(amount: string): number | undefined {
  if (!/^\d{1,6}\.\d{2}$/.test(amount)) return undefined
  const cents = Number(amount.replace('.', ''))
  return cents > 0 && cents <= MAX_CENTS ? cents : undefined
}

/** `49900` → `499.00` */
export function formatCents(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Cents of a price in dollars (call 6 sends a number); undefined for a fraction of a cent. */
export function centsOfDollars(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100)
  return Math.abs(cents - dollars * 100) < 1e-6 ? cents : undefined
}
