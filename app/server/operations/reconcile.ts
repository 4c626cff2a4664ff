// npm run reconcile: purchases on this site's disk that are, or may be, paid and are not recorded at <host>.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPurchases, PURCHASES_FILE } from '#app/checkout/purchases.server.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'

const USAGE = `Use:
  npm run reconcile                  lists them; exits with 1 while there are any
  npm run reconcile -- --retry ID    the running site tries to record that order again within seconds
  npm run reconcile -- --captured ID the same for one whose outcome is unknown, once PayPal shows it as completed
  npm run reconcile -- --strike ID   removes one that PayPal shows as refunded, or as not captured; never a pending one`

const MEANING = {
  pending:
    'PayPal is still checking the payment: wait; with another HOST_URL look it up at PayPal, then --captured',
  capturing: 'capture requested, outcome unknown: look the order up at PayPal, then --captured or --strike',
  captured: 'paid, the site retries to record it',
  refused:
    'paid, but the backend refused to record it: fix the cause, then --retry; or refund it, then --strike',
}

process.umask(0o077) // its files are private
try {
  const { values } = parseArgs({
    options: { retry: { type: 'string' }, captured: { type: 'string' }, strike: { type: 'string' } },
  })
  const { DATA_DIR: dataDir } = parseEnv(process.env)
  // A new, empty journal would say that nothing is open.
  if (!existsSync(join(dataDir, PURCHASES_FILE))) throw new Error(`No site has run on DATA_DIR=${dataDir}.`)
  const purchases = openPurchases(dataDir)
  const open = purchases.open()
  /** The key of an order. A host may have given one id to several orders. */
  const keyOf = (id: string): string => {
    const keys = open.filter(({ key, orderId }) => key === id || orderId === id).map(({ key }) => key)
    if (keys.length > 1)
      throw new Error(`Several open orders have the id ${id}. Use one of ${keys.join(', ')}.`)
    return keys[0] ?? id
  }
  const { retry, captured, strike } = values
  if (retry) {
    if (!purchases.retry(keyOf(retry))) throw new Error(`There is no open order ${retry}.`)
    console.log(`Order ${retry} is due now.`)
  } else if (captured) {
    if (!purchases.found(keyOf(captured))) throw new Error(`There is no order ${captured} without an answer.`)
    console.log(`Order ${captured} is to be recorded now.`)
  } else if (strike) {
    if (!purchases.strike(keyOf(strike))) throw new Error(`There is no open order ${strike}.`)
    console.log(`Order ${strike} is off the list.`)
  } else {
    for (const { orderId, state, begunAt, tries, error, buyer } of open) {
      const last = error ? `, last: ${error}` : ''
      console.log(
        escapeControlCharacters(
          `${orderId}  ${begunAt}  ${buyer}  ${MEANING[error === 'PENDING' ? 'pending' : state]}  (${tries} tries${last})`,
        ),
      )
    }
    console.log(open.length === 0 ? 'Every purchase is recorded.' : `${open.length} open.`)
    process.exitCode = open.length === 0 ? 0 : 1
  }
  purchases.close()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(code?.startsWith('ERR_PARSE_ARGS') ? `${message}\n${USAGE}` : message)
  process.exitCode = 1
}
