import { execFileSync } from 'node:child_process'
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PayPalError } from '#app/backend/payments/paypal.ts'
import { createVerifier, signedText } from '#app/backend/payments/webhook-signature.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const folder = newFolder()

const WEBHOOK_ID = '8PT597110X687430LKGECATA'
const CERT_URL = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270'
const PAYPAL_NAME = 'messageverificationcerts.sandbox.paypal.com'
const body = Buffer.from('{"id":"WH-1", "event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"note":"é 🏡"}}')

const root = authority('Root')
const intermediate = authority('Intermediate', root)
const leaf = certificate('leaf', intermediate, `/CN=${PAYPAL_NAME}`, `subjectAltName=DNS:${PAYPAL_NAME}`)

type Issued = { pem: string; key: string; files: { cert: string; key: string } }

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
}
function certificate(name: string, issuer: Issued | undefined, subject: string, extension: string): Issued {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  const request = join(folder, `${name}.csr`)
  const extensions = join(folder, `${name}.ext`)
  writeFileSync(extensions, extension)
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', request, '-subj', subject)
  const signer = issuer
    ? ['-CA', issuer.files.cert, '-CAkey', issuer.files.key, '-CAcreateserial']
    : ['-signkey', files.key]
  openssl('x509', '-req', '-in', request, '-out', files.cert, '-days', '2', '-extfile', extensions, ...signer)
  return { pem: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8'), files }
}
function authority(name: string, issuer?: Issued): Issued {
  return certificate(name, issuer, `/CN=${name}`, 'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign')
}

function headersOf({ key = leaf.key, webhookId = WEBHOOK_ID, certUrl = CERT_URL, of = body } = {}) {
  const id = randomUUID()
  const time = '2026-03-01T10:00:00Z'
  const signature = createSign('RSA-SHA256')
    .update(signedText({ id, time }, webhookId, of))
    .sign(key, 'base64')
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': certUrl,
  }
}

function verifier(pem = leaf.pem + intermediate.pem, verification_status = 'FAILURE') {
  const fetched: string[] = []
  const posted: string[] = []
  const verify = createVerifier({
    webhookId: WEBHOOK_ID,
    environment: 'sandbox',
    roots: [root.pem],
    paypal: {
      async post(_path, json) {
        posted.push(json)
        return { verification_status }
      },
    },
    async fetchText(url) {
      fetched.push(url)
      return pem
    },
  })
  return { verify, fetched, posted }
}

test('what PayPal signed is verified without asking PayPal; the certificate is fetched once', async () => {
  const { verify, fetched, posted } = verifier()
  expect(await verify(headersOf(), body)).toEqual({ ok: true })
  expect(await verify(headersOf(), body)).toEqual({ ok: true })
  expect(fetched).toEqual([CERT_URL])
  expect(posted).toEqual([])
})

test('the signed text is PayPal’s: id, time, webhook id, CRC32 in decimal', () => {
  expect(signedText({ id: 'a', time: 'b' }, 'c', Buffer.from('123456789'))).toBe('a|b|c|3421780262')
})

test.each([
  ['another body', {}, Buffer.from(`${body} `)],
  ['signed by somebody else', { key: root.key }, body],
  ['signed for another webhook', { webhookId: 'OTHER' }, body],
])('%s is refused', async (_what, change, received) => {
  const { verify, posted } = verifier()
  expect(await verify(headersOf(change), received)).toMatchObject({ ok: false })
  expect(posted).toEqual([])
})

test.each([
  'https://paypal.com.example.net/cert',
  'https://example.net/.paypal.com',
  'http://api.paypal.com/cert',
  'https://api.paypal.com:8443/cert',
  'https://api.paypal.com@example.net/cert',
  'https://evilpaypal.com/cert',
  'file:///etc/passwd',
  'no address',
])('a certificate is not fetched from %s', async (certUrl) => {
  const { verify, fetched } = verifier()
  expect(await verify(headersOf({ certUrl }), body)).toMatchObject({ ok: false })
  expect(fetched).toEqual([])
})

test.each([
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
  'paypal-auth-algo',
])('without %s it is refused', async (name) => {
  const { verify } = verifier()
  expect(await verify({ ...headersOf(), [name]: undefined }, body)).toMatchObject({ ok: false })
})

test.each([
  ['its chain can’t be completed', leaf.pem],
  [
    'its root is unknown',
    (() => {
      const other = authority('Other root')
      return (
        certificate('other', other, `/CN=${PAYPAL_NAME}`, `subjectAltName=DNS:${PAYPAL_NAME}`).pem + other.pem
      )
    })(),
  ],
  [
    'it is for another host',
    certificate('www', intermediate, '/CN=www.paypal.com', 'subjectAltName=DNS:www.paypal.com').pem +
      intermediate.pem,
  ],
])('a certificate is not trusted when %s: PayPal is asked, with the body as it came', async (_what, pem) => {
  const refusing = verifier(pem)
  expect(await refusing.verify(headersOf(), body)).toMatchObject({ ok: false })
  expect(refusing.posted).toHaveLength(1)
  expect(refusing.posted[0]).toContain(`"webhook_event":${body.toString('utf8')}}`)
  expect(JSON.parse(refusing.posted[0]!)).toMatchObject({ webhook_id: WEBHOOK_ID, cert_url: CERT_URL })
  expect(await verifier(pem, 'SUCCESS').verify(headersOf(), body)).toEqual({ ok: true })
})

test('when neither certificate nor PayPal can be had there is no verdict', async () => {
  const unavailable = new PayPalError('down', { kind: 'unavailable' })
  const verify = createVerifier({
    webhookId: WEBHOOK_ID,
    environment: 'sandbox',
    paypal: { post: () => Promise.reject(unavailable) },
    fetchText: () => Promise.reject(unavailable),
  })
  await expect(verify(headersOf(), body)).rejects.toBe(unavailable)
})
