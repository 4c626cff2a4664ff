import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyer, newOrder } from '#app/backend/payments/bench.test-support.ts'
import { type HostProcess, spawnHost, startHostProcess } from '#app/backend/process.test-support.ts'
import { freePort } from '#tests/support/ports.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const folder = newFolder()
let variables: Record<string, string>
let host: HostProcess
beforeAll(async () => {
  variables = { DATA_DIR: folder, HOST_PORT: String(await freePort()) }
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
async function kill(): Promise<void> {
  host.child.kill('SIGKILL')
  await host.exited
}
async function cli(...args: string[]) {
  const command = spawnHost({ DATA_DIR: folder }, 'payments/cli.ts', args)
  const code = await command.exited
  return { code, text: command.output() }
}

/** Killed while the capture's answer is on its way: PayPal has the money, the host does not know. */
async function captureAndKill(): Promise<string> {
  const { id } = await post('/api/paypal/create_order', newOrder)
  await post(`/paypal-sandbox/browser/orders/${id}/approve`, { outcome: 'slow' })
  post('/api/paypal/complete_order', { order_id: id }).catch(() => {})
  const paypal = new DatabaseSync(join(folder, 'paypal-standin.sqlite'), { readOnly: true })
  const captured = paypal.prepare(`select 1 from orders where id = ? and content like '%"captures"%'`)
  while (!captured.get(id)) await delay(10)
  paypal.close()
  await kill()
  return id
}

test('killed between capture and record: reconcile finds the money, and it can be recorded', async () => {
  const id = await captureAndKill()
  const mended = await cli('reconcile', '--all')
  expect(mended.code).toBe(1)
  expect(mended.text).toMatch(new RegExp(`${id}.*capturing → captured; the staff was told`))
  expect(mended.text).toMatch(new RegExp(`${id}.*captured, not recorded`))
  host = await startHostProcess(variables)
  expect(await post('/api/paypal/complete_order', { order_id: id })).toMatchObject({ status: 'COMPLETED' })
  expect(await post('/api/paypal/complete', { orderID: id, ...buyer })).toMatchObject({ code: 201 })
})

test('killed likewise, and asked again after the start: one capture, recorded', async () => {
  const id = await captureAndKill()
  host = await startHostProcess(variables)
  expect(await post('/api/paypal/complete', { orderID: id, ...buyer })).toMatchObject({ code: 201 })
  expect(await post('/api/paypal/complete_order', { order_id: id })).toMatchObject({ status: 'COMPLETED' })
  const { text } = await cli('history', id)
  expect(text.match(/capture\.completed/g)).toHaveLength(1)
  // PayPal's reports name the capture alone.
  expect((await cli('history', /"capture":"(\w+)"/.exec(text)![1]!)).text).toBe(text)
})
