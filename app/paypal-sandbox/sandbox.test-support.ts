import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPayPalSandbox } from '#app/paypal-sandbox/sandbox.ts'
import type { Order, Outcome } from '#app/paypal-sandbox/shapes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const unit = { amount: { currency_code: 'USD', value: '99.00' }, description: 'Lead', custom_id: 'c-1' }
export const request = { intent: 'CAPTURE', purchase_units: [unit] }

/** The sandbox on a server of its own, which also receives its webhooks. */
export async function startSandbox() {
  let url = ''
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const sandbox = createPayPalSandbox({
    dataDir: newFolder(),
    secret: 'a secret of at least thirty-two characters',
    hostUrl: () => url,
    webhookUrl: () => `${url}/webhook`,
    log: () => {},
  })
  const server = createServer(async (req, res) => {
    const request = { path: req.url ?? '', headers: req.headers, body: '' }
    req.on('data', (chunk) => (request.body += chunk))
    requests.push(request)
    if (!(await sandbox.handle(req, res))) req.on('end', () => res.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const create = (body: object = request) => sandbox.orders.create(body).body as Order
  return {
    url,
    sandbox,
    requests,
    create,
    /** An order that the buyer approved. */
    approved(outcome: Outcome = 'approve'): string {
      const { id } = create()
      sandbox.orders.approve(id, outcome)
      return id
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await sandbox.close()
    },
  }
}
