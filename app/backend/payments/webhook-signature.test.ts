import { execFileSync } from 'node:child_process'
import { createSign, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('a webhook of PayPal is verified offline; its certificate is fetched once', async () => {
  const { verify, fetched, posted } = verifier()
  expect(await verify(headersOf(), body)).toEqual({ ok: true })
  expect(await verify(headersOf(), body)).toEqual({ ok: true })
  expect(fetched).toEqual([CERT_URL])
  expect(posted).toEqual([])
})

test('the signed text is id, time, webhook id and CRC32 in decimal', () => {
  expect(signedText({ id: 'a', time: 'b' }, 'c', Buffer.from('123456789'))).toBe('a|b|c|3421780262')
})

test.each([
  ['another body', {}, Buffer.from(`${body} `)],
  ['another signer', { key: root.key }, body],
  ['the id of another webhook', { webhookId: 'OTHER' }, body],
])('a webhook with %s is refused', async (_case, change, received) => {
  const { verify, posted } = verifier()
  expect(await verify(headersOf(change), received)).toMatchObject({ ok: false })
  expect(posted).toEqual([])
})

test.each([
  'https://paypal.com.example.net/cert',
  'http://api.paypal.com/cert',
  'https://api.paypal.com:8443/cert',
  'https://api.paypal.com@example.net/cert',
  'https://evilpaypal.com/cert',
])('a certificate is not fetched from %s', async (certUrl) => {
  const { verify, fetched } = verifier()
  expect(await verify(headersOf({ certUrl }), body)).toMatchObject({ ok: false })
  expect(fetched).toEqual([])
})

test.each(['paypal-transmission-sig', 'paypal-auth-algo'])(
  'a webhook without %s is refused',
  async (name) => {
    const { verify } = verifier()
    expect(await verify({ ...headersOf(), [name]: undefined }, body)).toMatchObject({ ok: false })
  },
)

test.each([
  ['an incomplete chain', leaf.pem],
  [
    'an unknown root',
    (() => {
      const other = authority('Other root')
      return (
        certificate('other', other, `/CN=${PAYPAL_NAME}`, `subjectAltName=DNS:${PAYPAL_NAME}`).pem + other.pem
      )
    })(),
  ],
  [
    'another host name',
    certificate('www', intermediate, '/CN=www.paypal.com', 'subjectAltName=DNS:www.paypal.com').pem +
      intermediate.pem,
  ],
])('a certificate with %s is not trusted: PayPal verifies the body, byte for byte', async (_case, pem) => {
  const refusing = verifier(pem)
  expect(await refusing.verify(headersOf(), body)).toMatchObject({ ok: false })
  expect(refusing.posted).toHaveLength(1)
  expect(refusing.posted[0]).toContain(`"webhook_event":${body.toString('utf8')}}`)
  expect(JSON.parse(refusing.posted[0]!)).toMatchObject({ webhook_id: WEBHOOK_ID, cert_url: CERT_URL })
  expect(await verifier(pem, 'SUCCESS').verify(headersOf(), body)).toEqual({ ok: true })
})
