const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
})
const exactOrWhole = (cents: number) => (cents % 100 === 0 ? whole : exact)

/** Integer cents of an amount that an editor typed in dollars. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** `$99`, or `$99.50` where there are cents: prices on cards and in texts. */
export const formatPrice = (cents: number): string => exactOrWhole(cents).format(cents / 100)

/** `$99.00`: amounts at checkout (specification 9, "prices formatted to 2 decimals"). */
export const formatAmount = (cents: number): string => exact.format(cents / 100)

/** `$200K`, `$1.5M`: property values. */
export const formatPropertyValue = (cents: number): string =>
  (cents < 100_000 ? exactOrWhole(cents) : compact).format(cents / 100)

type Figures = { price: number | null; credit: number | null; cap: number | null }

/** What a bundle saves: credit minus price, in cents; undefined where nothing is saved. */
export function savingCents({ price, credit }: Pick<Figures, 'price' | 'credit'>): number | undefined {
  if (price === null || credit === null) return undefined
  const saving = toCents(credit) - toCents(price)
  return saving > 0 ? saving : undefined
}

/** The figure of a plan that a text quotes, formatted; undefined where the plan has none. */
export function quotedFigure(plan: Figures, show: 'price' | 'credit' | 'saving' | 'cap'): string | undefined {
  if (show === 'saving') {
    const saving = savingCents(plan)
    return saving === undefined ? undefined : formatPrice(saving)
  }
  const dollars = plan[show]
  if (dollars === null) return undefined
  return show === 'cap' ? formatPropertyValue(toCents(dollars)) : formatPrice(toCents(dollars))
}
