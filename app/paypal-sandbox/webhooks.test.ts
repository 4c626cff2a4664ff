import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { createWebhooks } from '#app/paypal-sandbox/webhooks.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('a webhook that the disk is too full to tick off is sent again, and the backend goes on', async () => {
  const store = openStore(join(newFolder(), 'paypal.sqlite'))
  let isFull = true
  const whenNotFull =
    <T>(write: (value: T) => void) =>
    (value: T) => {
      if (isFull) throw new Error('database or disk is full')
      write(value)
    }
  let received = 0
  const port = await listen((_request, response) => {
    received++
    response.end()
  })
  const logged: string[] = []
  const webhooks = createWebhooks({
    store: { ...store, enqueue: whenNotFull(store.enqueue), dequeue: whenNotFull(store.dequeue) },
    key: 'key',
    url: () => `http://localhost:${port}`,
    log: (_level, message) => void logged.push(message),
  })
  onTestFinished(async () => {
    await webhooks.stop()
    store.close()
  })
  store.enqueue({ id: 'WH-1', dueAt: 0, attempts: 0, body: '{}' })
  webhooks.start()
  await expect.poll(() => logged, { timeout: 20_000 }).toContain('PayPal sandbox: webhooks are waiting')
  isFull = false
  await expect.poll(() => store.due(Number.MAX_SAFE_INTEGER), { timeout: 20_000 }).toEqual([])
  expect(received).toBeGreaterThan(1)
})

test('a webhook that is refused is sent again after a wait, and given up at last', async () => {
  const store = openStore(join(newFolder(), 'paypal.sqlite'))
  const port = await listen((_request, response) => void response.writeHead(503).end())
  const logged: string[] = []
  const webhooks = createWebhooks({
    store,
    key: 'key',
    url: () => `http://localhost:${port}`,
    log: (_level, message) => void logged.push(message),
  })
  onTestFinished(async () => {
    await webhooks.stop()
    store.close()
  })
  store.enqueue({ id: 'new', dueAt: 0, attempts: 0, body: '{}' })
  store.enqueue({ id: 'old', dueAt: 0, attempts: 24, body: '{}' })
  webhooks.start()
  await expect.poll(() => logged).toEqual(['PayPal sandbox: gave up a webhook'])
  expect(store.due(Number.MAX_SAFE_INTEGER)).toMatchObject([{ id: 'new', attempts: 1 }])
  expect(store.due(Date.now())).toEqual([])
})
