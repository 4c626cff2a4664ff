import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createClient, type SanityClient } from '@sanity/client'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { hostedLake } from '#studio/lake/hosted-lake.test-support.ts'
import { seedContent } from '#studio/seed/content.ts'
import { startLoad } from '#tests/faults/load.ts'
import { buildProduct, createEngine, runTools, up } from '#tests/support/compose.ts'
import { fetchPage } from '#tests/support/http.ts'
import { freePort, freePorts } from '#tests/support/ports.ts'
import { run } from '#tests/support/processes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const MINUTES = 60_000
const POLL = { timeout: MINUTES, interval: 200 }
const PLAN = 'plan-commercial-lead'
const SECRETS = {
  HOST_SECRET: 'h'.repeat(32),
  SESSION_SECRET: 's'.repeat(32),
  POSTGRES_PASSWORD: 'p'.repeat(16),
}
/** All visitors of a test have one address. */
const BUDGETS = { BUDGET_PER_MINUTE: '1000', BUDGET_PER_HOUR: '9000', REVIEWS_PER_DAY: '1000' }

const { engine, reason } = await createEngine().then(
  (engine) => ({ engine, reason: '' }),
  (error: Error) => ({ engine: undefined, reason: error.message.split('\n')[0] }),
)

/** An enquiry and a purchase are acknowledged, and a published price appears. */
async function use(siteUrl: string, editor: SanityClient, price: number) {
  const contact = (await fetchPage(`${siteUrl}/contact-us`)).html
  const visitors = startLoad(siteUrl, contact, `visitor-${price}`)
  const { enquiries, purchases } = visitors.acknowledged
  await expect.poll(() => Math.min(enquiries.length, purchases.length), POLL).toBeGreaterThan(0)
  await visitors.stop()
  await editor.patch(PLAN).set({ price }).commit()
  await expect.poll(() => showsPrice(siteUrl, price), POLL).toBe(true)
}

const showsPrice = async (siteUrl: string, price: number) =>
  (await fetchPage(`${siteUrl}/pricing`)).html.includes(`$${price}`)

const editorOf = (port: number, token: string) =>
  createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: `http://localhost:${port}`,
    useProjectHostname: false,
    useCdn: false,
    token,
  })

async function localSettings(worker: number) {
  const ports = await freePorts(worker)
  const [PORT, STUDIO_PORT, HOST_PORT] = [`${ports.site}`, `${ports.studio}`, `${ports.host}`]
  const settings = { PORT, STUDIO_PORT, HOST_PORT, METRICS_PORT: `${ports.metrics}`, ...SECRETS, ...BUDGETS }
  return { settings, siteUrl: `http://localhost:${PORT}`, studio: ports.studio }
}

describe.skipIf(!engine)(`containers${reason && ` (skipped: ${reason})`}`, () => {
  afterAll(() => engine?.remove())

  test.each([
    ['Caddy', 'SITE_URL=https://www.example.com COPIES="a:3000 b:3000" caddy validate --config Caddyfile'],
    [
      'nginx',
      `cd /etc/letsencrypt/live/www.example.com; cp /operations/nginx.conf /etc/nginx/conf.d/keyturn.conf
      openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=www.example.com -keyout privkey.pem -out fullchain.pem; nginx -t`,
    ],
    ['Varnish', 'varnishd -C -f /operations/varnish.vcl > /dev/null'],
    [
      'systemd',
      'systemd-analyze verify keyturn.service; systemd-analyze security --offline=true --threshold=25 keyturn.service',
    ],
  ])(
    '%s accepts its configuration file',
    async (_tool, command) => {
      const folders = '/etc/letsencrypt/live/www.example.com /opt/keyturn/node_modules/.bin'
      await runTools(
        engine!,
        `set -e; mkdir -p ${folders}; ln -s /bin/true /opt/keyturn/node_modules/.bin/node; ${command}`,
      )
    },
    10 * MINUTES,
  )

  test('an operator builds the image', () => buildProduct(engine!), 30 * MINUTES)

  test(
    'profile site: everything works without root, stops at SIGTERM, and keeps its data',
    async () => {
      const { settings, siteUrl, studio } = await localSettings(25)
      const first = await up(engine!, 'site', settings)
      const token = await first.exec('site', 'cat', '/data/lake-token')
      await use(siteUrl, editorOf(studio, token), 531)
      expect(await first.exec('site', 'id', '-u')).toBe('1000')
      await expect(first.exec('site', 'touch', '/app/package.json')).rejects.toThrow()
      const payments = ['node', 'app/backend/commands/payments.ts', 'list'] as const
      const before = await first.exec('site', ...payments)
      expect(before).toContain('captured')
      expect(await first.down()).toEqual({ site: '0' })

      const second = await up(engine!, 'site', settings)
      expect(await showsPrice(siteUrl, 531)).toBe(true)
      expect(await second.exec('site', ...payments)).toBe(before)
      expect(await second.down()).toEqual({ site: '0' })
    },
    10 * MINUTES,
  )

  test(
    'profile backend: the site signs its calls to a backend of its own',
    async () => {
      const { settings, siteUrl, studio } = await localSettings(25)
      const running = await up(engine!, 'backend', settings)
      const token = await running.exec('site-apart', 'cat', '/data/lake-token')
      await use(siteUrl, editorOf(studio, token), 532)
      expect(await running.exec('backend', 'ls', '/data/mail')).toContain('.eml')
      const unsigned = await fetch(`http://localhost:${settings.HOST_PORT}/api/reviews`)
      expect(unsigned.status).toBe(403)
      expect(await running.down()).toEqual({ backend: '0', 'site-apart': '0' })
    },
    10 * MINUTES,
  )

  test(
    'profile cluster: two copies share PostgreSQL behind TLS, and believe only the proxy',
    async () => {
      const lake = await hostedLake({ dataDir: newFolder(), isPrivate: true })
      onTestFinished(lake.close)
      await seedContent(lake.editor)
      // Containers reach the simulated project through the bridge's address of this machine.
      const { hostname, port } = new URL(lake.env.HTTPS_PROXY)
      const bridge = createServer((socket) => {
        const target = createConnection(Number(port), hostname)
        for (const end of [socket, target])
          end.on('error', () => [socket, target].map((each) => each.destroy()))
        socket.pipe(target).pipe(socket)
      })
      onTestFinished(() => void bridge.close())
      const bridgePort = await freePort()
      await new Promise<void>((listening) => void bridge.listen(bridgePort, engine!.gateway, listening))
      const SITE_URL = `https://localhost:${await freePort()}`
      const proxy = `http://${engine!.gateway}:${bridgePort}`
      const certificate = '/authority.pem'
      const running = await up(
        engine!,
        'cluster',
        {
          ...SECRETS,
          ...BUDGETS,
          ...lake.env,
          ...{ SITE_URL, HTTPS_PROXY: proxy, https_proxy: proxy, NODE_EXTRA_CA_CERTS: certificate },
        },
        ['-v', `${lake.env.NODE_EXTRA_CA_CERTS}:${certificate}:ro`],
      )
      const authority = await running.exec('caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt')
      setDefaultCACertificates([...getCACertificates('default'), authority])
      await use(SITE_URL, lake.editor, 533)
      for (const copy of ['site-1', 'site-2']) {
        const page = `fetch('http://localhost:3000/pricing').then((page) => page.text()).then(console.log)`
        await expect.poll(() => running.exec(copy, 'node', '-e', page), POLL).toContain('$533')
        // The visitors claim to have addresses in 203.0.x.x.
        expect(await running.logs(copy)).not.toContain('"address":"203.')
      }
      const database = `postgres://keyturn:${SECRETS.POSTGRES_PASSWORD}@localhost/keyturn`
      const query = ['psql', '-At', '-c', 'SELECT count(*) > 0 FROM purchases', database]
      expect(await running.exec('postgres', ...query)).toBe('t')
      expect(await running.down()).toEqual({ 'site-1': '0', 'site-2': '0' })
    },
    15 * MINUTES,
  )
})

test.skipIf(engine)(
  'without containers, a fresh copy works without root, stops at SIGTERM, and keeps its data',
  async () => {
    const [folder, DATA_DIR] = [newFolder(), newFolder()]
    execFileSync('sh', ['-c', 'git archive HEAD | tar -x -C "$0"', folder], { cwd: root })
    for (const args of [['ci'], ['run', 'build'], ['prune', '--omit=dev']])
      execFileSync('npm', args, {
        cwd: folder,
        stdio: 'ignore',
        env: { ...process.env, NODE_ENV: 'development', VITEST: undefined },
      })
    const isRoot = process.getuid?.() === 0
    chmodSync(folder, 0o755)
    if (isRoot) chownSync(DATA_DIR, 65_534, 65_534)
    const { settings, siteUrl, studio } = await localSettings(25)
    const start = async () => {
      const node = [join(folder, 'node_modules/.bin/node'), join(folder, 'app/server/process/start.ts')]
      const command = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...node] : node
      const running = run(command.slice(1), { ...settings, DATA_DIR }, { command: command[0]! })
      await expect.poll(() => running.stdout(), { timeout: 4 * MINUTES }).toContain('Studio  http')
      return running
    }
    const first = await start()
    await use(siteUrl, editorOf(studio, readFileSync(join(DATA_DIR, 'lake-token'), 'utf8').trim()), 534)
    expect(await first.stop()).toBe(0)
    const second = await start()
    expect(await showsPrice(siteUrl, 534)).toBe(true)
    expect(await second.stop()).toBe(0)
  },
  30 * MINUTES,
)
