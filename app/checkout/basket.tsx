import styles from '#app/checkout/checkout.module.css'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Table } from '#app/ui/table.tsx'

/** Fixed (specification 2, "Checkout"). */
const QUANTITY = 1

/** Amounts in cents. */
type Props = { line: { title: string; priceCents: number } }

/** The chosen plan as a table. */
export function BasketTable({ line: { title, priceCents } }: Props) {
  const { checkoutWords: labels } = useSettings()
  const cells = [title, formatAmount(priceCents), QUANTITY, formatAmount(priceCents * QUANTITY)]
  return (
    <Table
      columns={[labels?.product, labels?.price, labels?.quantity, labels?.subtotal]}
      rows={[{ key: title, cells }]}
    />
  )
}

/** The box `Basket Total`. Subtotal and total are the price. */
export function BasketTotal({ line: { priceCents } }: Props) {
  const { checkoutWords: labels } = useSettings()
  const total = formatAmount(priceCents * QUANTITY)
  return (
    <section className={styles.total} aria-labelledby="basket-total">
      <h2 id="basket-total">{labels?.basketTotal}</h2>
      <dl>
        <div>
          <dt>{labels?.subtotal}</dt>
          <dd>{total}</dd>
        </div>
        <div>
          <dt>{labels?.total}</dt>
          <dd>{total}</dd>
        </div>
      </dl>
    </section>
  )
}
