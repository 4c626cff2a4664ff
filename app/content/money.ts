// Formats like `Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })`, which costs slow phones 60 ms per page.

/** Integer cents of an amount that an editor typed in dollars. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** `$99.00`: amounts at checkout (specification 9, "prices formatted to 2 decimals"). */
export function formatAmount(cents: number): string {
  const [dollars = '', rest] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${cents < 0 ? '-' : ''}$${dollars.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`
}

/** `$99`, or `$99.50` where there are cents: prices on cards and in texts. */
export const formatPrice = (cents: number): string => formatAmount(cents).replace(/\.00$/, '')

/** `$200K`, `$1.5M`: property values. */
export function formatPropertyValue(cents: number): string {
  if (cents < 100_000) return formatPrice(cents)
  const rounded = (power: number) => Math.round(cents / 1_000 ** power) / 100
  const power = [1, 2, 3].find((exponent) => rounded(exponent) < 1_000) ?? 4
  return `$${rounded(power)}${' KMBT'[power]}`
}

type Named = { title: string | null; slug: string | null }
export type Figures = { price: number | null; credit: number | null; cap: number | null }

/** A plan's price in cents. Null if it can't be sold: without a title, a slug or a price. */
export function saleCents({ title, slug, price }: Named & Pick<Figures, 'price'>): number | null {
  return (title && slug && price !== null && price > 0 && toCents(price)) || null
}

/** Credit minus price of a bundle, in cents. Undefined if nothing is saved. */
export function savingCents({ price, credit }: Pick<Figures, 'price' | 'credit'>): number | undefined {
  if (price === null || credit === null) return undefined
  const saving = toCents(credit) - toCents(price)
  return saving > 0 ? saving : undefined
}

/** A figure of a plan, formatted. Undefined if the plan does not have it. */
export function quotedFigure(plan: Figures, show: 'price' | 'credit' | 'saving' | 'cap'): string | undefined {
  if (show === 'saving') {
    const saving = savingCents(plan)
    return saving === undefined ? undefined : formatPrice(saving)
  }
  const dollars = plan[show]
  if (typeof dollars !== 'number') return undefined // imports may contain another `show`
  return show === 'cap' ? formatPropertyValue(toCents(dollars)) : formatPrice(toCents(dollars))
}
