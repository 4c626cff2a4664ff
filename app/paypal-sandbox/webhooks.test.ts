import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { createWebhooks } from '#app/paypal-sandbox/webhooks.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('a refused webhook is sent again after a wait, and given up after 25 attempts', async () => {
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
