import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyer, newOrder } from '#app/backend/payments/bench.test-support.ts'
import { type HostProcess, startHostProcess } from '#app/backend/process.test-support.ts'
import { freePort } from '#tests/support/ports.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const ROUNDS = 30
/** Each round kills the backend at a random moment within it, which covers capture and record. */
const KILL_WITHIN_MS = 150
const folder = newFolder()
let variables: Record<string, string>
let host: HostProcess
beforeAll(async () => {
  const budget = { BUDGET_PER_MINUTE: '1000000', BUDGET_PER_HOUR: '1000000' }
  variables = { DATA_DIR: folder, HOST_PORT: String(await freePort()), ...budget }
  host = await startHostProcess(variables)
})
afterAll(kill)

async function post(path: string, body: unknown) {
  const response = await fetch(`http://localhost:${variables.HOST_PORT}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { code: response.status, ...((await response.json()) as { id: string; status: string }) }
}
/** Repeats a call until it has an answer, as the site does. */
async function repeat(
  path: string,
  body: unknown,
  isDone: (answer: { code: number; status: string }) => boolean,
) {
  for (;;) {
    const answer = await post(path, body).catch(() => undefined)
    if (answer && isDone(answer)) return
    await delay(20)
  }
}
async function kill(): Promise<void> {
  host.child.kill('SIGKILL')
  await host.exited
}
test(`an order is captured and recorded once although the backend is killed (${ROUNDS} rounds)`, {
  timeout: 600_000,
}, async () => {
  const ids: string[] = []
  let unanswered = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await post('/api/paypal/create_order', newOrder)
    ids.push(id)
    await post(`/paypal-sandbox/browser/orders/${id}/approve`, { outcome: 'approve' })
    let answered = 0
    const pay = async () => {
      await repeat('/api/paypal/complete_order', { order_id: id }, ({ status }) => status === 'COMPLETED')
      await repeat('/api/paypal/complete', { orderID: id, ...buyer }, ({ code }) => code < 300)
      answered += 1
    }
    const callers = Promise.all([pay(), pay(), pay()])
    await delay(Math.random() * KILL_WITHIN_MS)
    await kill()
    unanswered += 3 - answered
    host = await startHostProcess(variables)
    await callers
  }
  const read = (file: string, query: string) => {
    const database = new DatabaseSync(join(folder, file), { readOnly: true })
    const rows = ids.map((id) => Number(Object.values(database.prepare(query).get(id) ?? {})[0]))
    database.close()
    return rows
  }
  const captures = read(
    'paypal-standin.sqlite',
    `select json_array_length(content, '$.order.purchase_units[0].payments.captures') from orders where id = ?`,
  )
  const purchases = read('host.sqlite', 'select count(*) from purchases where paypal_order_id = ?')
  console.info({ rounds: ROUNDS, unanswered, captures: sum(captures), purchases: sum(purchases) })
  expect(captures).toEqual(ids.map(() => 1))
  expect(purchases).toEqual(ids.map(() => 1))
})

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
