import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { createWebhooks } from '#app/paypal-sandbox/webhooks.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

test('events are sent once the disk has room again; meanwhile the host goes on', async () => {
  const folder = newFolder()
  const store = openStore(join(folder, 'standin.sqlite'))
  const disk = { isFull: true }
  const full = () => {
    if (disk.isFull) throw new Error('database or disk is full')
  }
  const arrived: string[] = []
  const port = await listen((request, response) => {
    request.on('data', (chunk) => arrived.push(JSON.parse(chunk).event_type)).on('end', () => response.end())
  })
  const said: string[] = []
  const webhooks = createWebhooks({
    store: {
      ...store,
      queue: (delivery) => {
        full()
        store.queue(delivery)
      },
      delivered: (id) => {
        full()
        store.delivered(id)
      },
    },
    key: 'key',
    url: () => `http://127.0.0.1:${port}`,
    log: (_level, message) => void said.push(message),
  })
  onTestFinished(async () => {
    await webhooks.stop()
    store.close()
  })
  disk.isFull = false
  webhooks.emit('CHECKOUT.ORDER.APPROVED', {})
  disk.isFull = true
  webhooks.start()
  await expect.poll(() => said, { timeout: 20_000 }).toContain('test payment: events wait')
  disk.isFull = false
  await expect.poll(() => store.due(Number.MAX_SAFE_INTEGER), { timeout: 20_000 }).toEqual([])
  expect(new Set(arrived)).toEqual(new Set(['CHECKOUT.ORDER.APPROVED']))
})
