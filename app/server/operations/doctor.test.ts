import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import pg from 'pg'
import { generate } from 'selfsigned'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestHost } from '#app/backend/backend.test-support.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { startSandbox } from '#app/paypal-sandbox/sandbox.test-support.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { createApp } from '#app/server/http/app.ts'
import type { Services } from '#app/server/load-context.ts'
import { createMetrics } from '#app/server/observability/metrics.ts'
import { type HostedLake, hostedLake } from '#studio/lake/hosted-lake.test-support.ts'
import { seedContent } from '#studio/seed/content.ts'
import { freePort } from '#tests/support/ports.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const SITE = 'https://keyturn.example'
const STUDIO = 'https://studio.example'
const SECRET = 'ugSb1Nq0Zc8xWm4Jr6Ty2Kp5Lv7Hd3Fe9Ga'
const ALL_EVENTS = ['*']
const SOME_EVENTS = ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.DENIED', 'CHECKOUT.ORDER.APPROVED']
const webhook = (id: string, url: string, names: string[]) => ({
  id,
  url: `${url}/webhooks/paypal`,
  event_types: names.map((name) => ({ name })),
})
const webhooks = [
  webhook('RIGHT', SITE, ALL_EVENTS),
  webhook('FEW', SITE, SOME_EVENTS),
  webhook('ELSEWHERE', 'https://old.example', ALL_EVENTS),
]

/** Faults of the servers around the product. */
const NO_FAULTS = { viewerToken: false, proxies: 1, aheadMs: 0, hsts: true }
let faults = NO_FAULTS
let lake: HostedLake
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let sitePort: number
let good: Record<string, string>
const closing: (() => unknown)[] = []

/** Answers for another server, with the path below `base`. */
async function forward(
  base: string,
  req: IncomingMessage,
  res: ServerResponse,
  more: Record<string, string> = {},
) {
  const { authorization, origin, cookie, 'content-type': type, 'x-forwarded-for': forged } = req.headers
  const headers = { authorization, origin, cookie, 'content-type': type, 'x-forwarded-for': forged, ...more }
  const body = Buffer.concat(await req.toArray())
  const answer = await fetch(base + req.url, {
    method: req.method,
    headers: Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ...(req.method === 'POST' && { body }),
  })
  const { 'content-encoding': _, ...kept } = Object.fromEntries(answer.headers)
  if (!faults.hsts) delete kept['strict-transport-security']
  res.writeHead(answer.status, { ...kept, 'set-cookie': answer.headers.getSetCookie() })
  res.end(Buffer.from(await answer.arrayBuffer()))
}

/** Sanity, both PayPals, and the proxy in front of the site. */
async function answer(req: IncomingMessage, res: ServerResponse) {
  const { host, authorization = '' } = req.headers
  const json = (status: number, body: object) =>
    res
      .writeHead(status, { date: new Date(Date.now() - faults.aheadMs).toUTCString() })
      .end(JSON.stringify(body))
  if (host === 'abc123.api.sanity.io') {
    if (faults.viewerToken && req.url?.includes('/mutate/')) return json(403, {})
    return forward(String(lake.editor.config().apiHost), req, res)
  }
  if (host === 'keyturn.example') {
    const addresses = ['198.51.100.7', '10.0.0.2'].slice(0, faults.proxies)
    const forwarded = { 'x-forwarded-for': addresses.join(', '), 'x-forwarded-proto': 'https' }
    return forward(`http://localhost:${sitePort}`, req, res, forwarded).catch(() => json(502, {}))
  }
  if (host === 'api-m.paypal.com') {
    const isLive = authorization === `Basic ${Buffer.from(`live:${SECRET}`).toString('base64')}`
    return json(isLive ? 200 : 401, {})
  }
  if (host !== 'api-m.sandbox.paypal.com') return json(404, {})
  if (req.url === '/v1/oauth2/token') return forward(`${sandbox.url}/paypal-sandbox/api`, req, res)
  return json(200, req.url === '/v1/notifications/webhooks' ? { webhooks } : {})
}

/** A proxy for outgoing requests that ends at `answer`; its certificate. */
async function startInternet() {
  const names = ['*.api.sanity.io', 'api-m.paypal.com', 'api-m.sandbox.paypal.com', 'keyturn.example']
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Tests of Keyturn' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) }],
  })
  const tls = createTlsServer({ key, cert }, answer)
  const proxy = createServer().on('connect', (_request, socket) => {
    socket.on('error', () => {}).write('HTTP/1.1 200 Connection Established\r\n\r\n')
    tls.emit('connection', socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closing.push(() => proxy.close().closeAllConnections())
  const certificate = join(newFolder(), 'certificate.pem')
  writeFileSync(certificate, cert)
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, certificate }
}

async function startMailServer(): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === SECRET ? done(null, { user: 'ann' }) : done(new Error('authentication failed')),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

function dataFolder(mode = 0o700): string {
  const folder = join(newFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, mode)
  return folder
}

function envFile(content: string): string {
  const file = join(newFolder(), '.env')
  writeFileSync(file, content)
  return file
}

beforeAll(async () => {
  lake = await hostedLake({ dataDir: newFolder(), isPrivate: true, origins: [STUDIO] })
  sandbox = await startSandbox()
  const database = await startPostgres()
  closing.push(
    () => lake.close(),
    () => sandbox.stop(),
    () => database.stop(),
  )
  await seedContent(lake.editor)
  await lake.editor.datasets.create('empty')
  if (!database.url) throw new Error(database.reason)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`create database narrow encoding 'LATIN1' template template0`)
  await client.end()
  const { address, certificate } = await startInternet()
  sitePort = await freePort()
  good = {
    PATH: process.env.PATH!,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE!,
    NODE_EXTRA_CA_CERTS: certificate,
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: address,
    ENV_FILE: '/dev/null',
    PORT: String(sitePort),
    HOST_PORT: String(await freePort()),
    DATA_DIR: dataFolder(),
    SITE_URL: SITE,
    TRUST_PROXY: '1',
    SESSION_SECRET: SECRET,
    SANITY_PROJECT_ID: 'abc123',
    SANITY_API_TOKEN: lake.token,
    STUDIO_URL: STUDIO,
    PAYPAL_CLIENT_ID: sandbox.sandbox.credentials.clientId,
    PAYPAL_CLIENT_SECRET: sandbox.sandbox.credentials.clientSecret,
    PAYPAL_WEBHOOK_ID: 'RIGHT',
    SMTP_URL: `smtp://ann:${SECRET}@${await startMailServer()}?requireTLS=false`,
    MAIL_TO: 'desk@example.com',
    DATABASE_URL: database.url,
  }
})
afterEach(() => {
  faults = NO_FAULTS
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

type Report = { code: number; lines: string[]; wrong: string[] }

/** Runs the command with these variables only. */
const runDoctor = (env: Record<string, string>): Promise<Report> =>
  new Promise((resolve) => {
    const args = ['-r', './app/server/process/env-file.cjs', 'app/server/operations/doctor.ts']
    const root = join(import.meta.dirname, '../../..')
    execFile(
      process.execPath,
      args,
      { cwd: root, env: env as NodeJS.ProcessEnv },
      (error, stdout, stderr) => {
        const lines = `${stdout}${stderr}`.trimEnd().split('\n')
        const wrong = lines.filter((line) => line.startsWith('wrong '))
        resolve({ code: Number(error?.code ?? 0), lines, wrong })
      },
    )
  })

test('the doctor finds nothing wrong with a good configuration, and shows no secret', async () => {
  const { code, lines, wrong } = await runDoctor(good)
  expect(wrong).toEqual([])
  expect(code, lines.join('\n')).toBe(0)
  const all = lines.join('\n')
  for (const part of [
    'abc123',
    'may edit',
    'sandbox accepts',
    'webhook: PayPal sends',
    'mail: SMTP_URL accepts',
  ])
    expect(all).toContain(part)
  for (const part of ['right X-Forwarded-For', 'PostgreSQL 1', 'private and writable', 'clock: right'])
    expect(all).toContain(part)
  for (const name of ['SESSION_SECRET', 'SANITY_API_TOKEN', 'PAYPAL_CLIENT_SECRET'])
    expect(all).not.toContain(good[name])
})

type Change = Record<string, string> | (() => Promise<Record<string, string>>)
const BROKEN: [name: string, change: Change, advice: RegExp, faults?: Partial<typeof NO_FAULTS>][] = [
  ['an invalid variable', { TRUST_PROXY: 'yes' }, /TRUST_PROXY="yes": must be a whole number/],
  ['a project that does not exist', { SANITY_PROJECT_ID: 'zzz' }, /Correct SANITY_PROJECT_ID/],
  ['a refused token', { SANITY_API_TOKEN: 'x' }, /refuses the SANITY_API_TOKEN \(401\)\. Set one of this/],
  ['a viewer’s token', {}, /may not edit \(403\)\. It needs editor rights/, { viewerToken: true }],
  [
    'a Studio without CORS',
    { STUDIO_URL: 'https://new.example' },
    /sanity -- cors add https:\/\/new\.example/,
  ],
  ['a dataset without content', { SANITY_DATASET: 'empty' }, /no published settings.*plans\. Import/],
  ['wrong PayPal credentials', { PAYPAL_CLIENT_SECRET: 'x' }, /sandbox refuses the credentials \(401\)/],
  [
    'live credentials in the sandbox',
    { PAYPAL_CLIENT_ID: 'live', PAYPAL_CLIENT_SECRET: SECRET },
    /Set PAYPAL_ENV=live/,
  ],
  [
    'a webhook of another address',
    { PAYPAL_WEBHOOK_ID: 'ELSEWHERE' },
    /Change it to https:\/\/keyturn\.example/,
  ],
  ['a webhook without refunds', { PAYPAL_WEBHOOK_ID: 'FEW' }, /add the events PAYMENT\.CAPTURE\.REFUNDED at/],
  [
    'a wrong mail password',
    async () => ({ SMTP_URL: good.SMTP_URL!.replace(SECRET, 'x') }),
    /mail: Invalid login/,
  ],
  [
    'TLS to a plain mail server',
    async () => ({ SMTP_URL: good.SMTP_URL!.replace('smtp:', 'smtps:') }),
    /begin with smtp:/,
  ],
  [
    'a database in LATIN1',
    async () => ({ DATABASE_URL: good.DATABASE_URL!.replace(/\w+$/, 'narrow') }),
    /encoding is LATIN1/,
  ],
  [
    'a missing database',
    async () => ({ DATABASE_URL: good.DATABASE_URL!.replace(/\w+$/, 'none') }),
    /"none" does not exist/,
  ],
  ['a proxy without X-Forwarded-For', {}, /sets no X-Forwarded-For/, { proxies: 0 }],
  ['an uncounted proxy', {}, /2 addresses, not 1\. Set TRUST_PROXY=2/, { proxies: 2 }],
  ['no trusted proxy', { TRUST_PROXY: '0' }, /Set TRUST_PROXY/],
  [
    'a site without TLS',
    { SITE_URL: 'http://keyturn.example', PAYPAL_WEBHOOK_ID: '' },
    /http:\/\/keyturn\.example is not encrypted/,
  ],
  ['a clock that is a minute fast', {}, /clock: \d+ s fast/, { aheadMs: 60_000 }],
  ['an open DATA_DIR', async () => ({ DATA_DIR: dataFolder(0o755) }), /Run: chmod 700/],
  [
    'a misspelt name in .env',
    async () => ({ ENV_FILE: envFile('PAYPAL_CLIENTID=x\nNODE_OPTIONS=--no-warnings\n') }),
    /env: PAYPAL_CLIENTID is unknown/,
  ],
  ['a DATA_DIR that can’t be created', { DATA_DIR: '/proc/none/data' }, /DATA_DIR=\/proc\/none\/data: /],
  ['a taken port', async () => ({ PORT: new URL(good.HTTPS_PROXY!).port }), /is taken: .+ set PORT/],
  ['a backend that does not answer', { HOST_URL: 'http://localhost:9' }, /backend: .*ECONNREFUSED/],
]

test.each(BROKEN)(
  'the doctor names %s in one line, with advice',
  async (_name, change, advice, broken = {}) => {
    faults = { ...NO_FAULTS, ...broken }
    const { code, lines, wrong } = await runDoctor({
      ...good,
      ...(change instanceof Function ? await change() : change),
    })
    expect(wrong, lines.join('\n')).toEqual([expect.stringMatching(advice)])
    expect(code).toBe(1)
  },
)

test('the doctor asks the running site through its proxy', async () => {
  const { SITE_URL, TRUST_PROXY, SESSION_SECRET, DATA_DIR } = good
  const server = createApp({
    env: parseEnv({ SITE_URL, TRUST_PROXY, SESSION_SECRET, DATA_DIR }),
    services: { paymentSetup: { kind: 'none' } } as Services,
    metrics: createMetrics(),
    build: {} as ServerBuild,
    media: (_request, response) => void response.status(404).end(),
    isReady: async () => true,
  }).listen(sitePort)
  onTestFinished(() => void server.close().closeAllConnections())
  const host = await startTestHost()
  onTestFinished(host.stop)
  const env = { ...good, HOST_URL: host.url, STUDIO_URL: '' }
  const { wrong, lines } = await runDoctor(env)
  expect(wrong).toEqual([])
  for (const part of ['is ready', `${host.url} answers`]) expect(lines.join('\n')).toContain(part)
  faults = { ...NO_FAULTS, hsts: false }
  expect((await runDoctor(env)).wrong).toEqual([expect.stringContaining('Strict-Transport-Security')])
})
