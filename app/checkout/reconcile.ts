// npm run reconcile: purchases on this site's disk that were paid, or may have been, and are not recorded at <host> yet.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPurchases, PURCHASES_FILE } from '#app/checkout/purchases.server.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { escapeControlCharacters } from '#app/platform/escape-control-characters.ts'

const USAGE = `Use:
  npm run reconcile                  lists them; exits with 1 while there are any
  npm run reconcile -- --retry ID    the running site tries to record that order again within seconds
  npm run reconcile -- --captured ID the same for one without an answer that was captured, as PayPal says
  npm run reconcile -- --strike ID   takes off the list what was refunded, or never captured, as PayPal says`

const MEANING = {
  capturing: 'capture asked for, answer unknown: look the order up at PayPal, then --captured or --strike',
  captured: 'paid, recording is repeated by itself',
  refused: 'paid, refused by the host: mend the cause, then --retry; or refund it, then --strike',
}

try {
  const { values } = parseArgs({
    options: { retry: { type: 'string' }, captured: { type: 'string' }, strike: { type: 'string' } },
  })
  const { DATA_DIR: dataDir } = parseEnv(process.env)
  // Made anew it would say that nothing is open.
  if (!existsSync(join(dataDir, PURCHASES_FILE))) throw new Error(`No site has run on DATA_DIR=${dataDir}.`)
  const purchases = openPurchases(dataDir)
  if (values.retry) {
    if (!purchases.retry(values.retry)) throw new Error(`There is no open order ${values.retry}.`)
    console.log(`Order ${values.retry} is due now.`)
  } else if (values.captured) {
    if (!purchases.found(values.captured))
      throw new Error(`There is no order ${values.captured} without an answer.`)
    console.log(`Order ${values.captured} is to be recorded now.`)
  } else if (values.strike) {
    if (!purchases.strike(values.strike)) throw new Error(`There is no open order ${values.strike}.`)
    console.log(`Order ${values.strike} is off the list.`)
  } else {
    const open = purchases.open()
    for (const { orderId, state, begunAt, tries, error, buyer } of open) {
      const last = error ? `, last: ${error}` : ''
      console.log(
        escapeControlCharacters(
          `${orderId}  ${begunAt}  ${buyer}  ${MEANING[state]}  (${tries} tries${last})`,
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
