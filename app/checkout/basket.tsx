import styles from '#app/checkout/checkout.module.css'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'

/** What is being bought: always one plan, once (specification 2, "Checkout"). */
const QUANTITY = 1

/** The chosen plan as a table, and its total. Amounts in cents. */
export function Basket({ line }: { line: { title: string; priceCents: number } }) {
  const { checkoutWords: words } = useSettings()
  const price = formatAmount(line.priceCents)
  const subtotal = formatAmount(line.priceCents * QUANTITY)
  return (
    <div className={styles.checkout}>
      <h1>{words?.heading}</h1>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{words?.product}</th>
            <th scope="col">{words?.price}</th>
            <th scope="col">{words?.quantity}</th>
            <th scope="col">{words?.subtotal}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" data-label={words?.product}>
              {line.title}
            </th>
            <td data-label={words?.price}>{price}</td>
            <td data-label={words?.quantity}>{QUANTITY}</td>
            <td data-label={words?.subtotal}>{subtotal}</td>
          </tr>
        </tbody>
      </table>
      <section className={styles.total} aria-labelledby="basket-total">
        <h2 id="basket-total">{words?.basketTotal}</h2>
        <dl>
          <div>
            <dt>{words?.subtotal}</dt>
            <dd>{subtotal}</dd>
          </div>
          <div>
            <dt>{words?.total}</dt>
            <dd>{subtotal}</dd>
          </div>
        </dl>
      </section>
    </div>
  )
}
