import styles from '#app/checkout/checkout.module.css'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Table } from '#app/ui/table.tsx'

/** Fixed (specification 2, "Checkout"). */
const QUANTITY = 1

/** Amounts in cents. */
type Props = { line: { title: string; priceCents: number } }

/** The chosen plan as a table. */
export function Lines({ line: { title, priceCents } }: Props) {
  const { checkoutWords: words } = useSettings()
  const cells = [title, formatAmount(priceCents), QUANTITY, formatAmount(priceCents * QUANTITY)]
  return (
    <Table
      columns={[words?.product, words?.price, words?.quantity, words?.subtotal]}
      rows={[{ key: title, cells }]}
    />
  )
}

/** The box `Basket Total`. Subtotal and total are the price. */
export function BasketTotal({ line: { priceCents } }: Props) {
  const { checkoutWords: words } = useSettings()
  const total = formatAmount(priceCents * QUANTITY)
  return (
    <section className={styles.total} aria-labelledby="basket-total">
      <h2 id="basket-total">{words?.basketTotal}</h2>
      <dl>
        <div>
          <dt>{words?.subtotal}</dt>
          <dd>{total}</dd>
        </div>
        <div>
          <dt>{words?.total}</dt>
          <dd>{total}</dd>
        </div>
      </dl>
    </section>
  )
}
