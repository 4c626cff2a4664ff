import type { StoredOrder } from '#app/paypal-sandbox/shapes.ts'
import { escapeXml } from '#app/platform/xml.ts'

/** Renders PayPal's page for an order, without JavaScript. */
export function approvalPage({ order }: StoredOrder, notice = ''): string {
  const unit = order.purchase_units[0]!
  const { value, currency_code } = unit.amount
  const choices =
    order.status === 'COMPLETED'
      ? '<p>This order is paid.</p><p><button name="outcome" value="cancel">Back to the shop</button></p>'
      : `<p class="choices">
        <button name="outcome" value="approve">Approve</button>
        <button name="outcome" value="decline">Approve, then decline</button>
        <button name="outcome" value="pending">Approve, leave pending</button>
        <button name="outcome" value="cancel">Cancel</button>
      </p>`
  return page(`
    <p role="note"><strong>No money moves.</strong> This is a test page in place of PayPal’s.</p>
    ${notice && `<p role="status">${escapeXml(notice)}</p>`}
    <dl>
      <dt>Product</dt><dd>${escapeXml(unit.description ?? 'Order')}</dd>
      <dt>Total</dt><dd>${escapeXml(`${value} ${currency_code}`)}</dd>
      <dt>Order</dt><dd>${escapeXml(order.id)}</dd>
    </dl>
    <form method="post" action="?token=${escapeXml(order.id)}">${choices}</form>`)
}

export const unknownOrderPage = (): string => page('<p>There is no such order.</p>')

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Test payment</title>
    <link rel="stylesheet" href="sdk/style.css">
  </head>
  <body>
    <main class="test-payment">
      <h1>Test payment</h1>${content}
    </main>
  </body>
</html>
`
}
