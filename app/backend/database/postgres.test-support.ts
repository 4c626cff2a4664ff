import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tests/support/ports.ts'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const CLUSTER_SETTINGS = '/etc/postgresql-common'
const READY_WITHIN_MS = 120_000

type TestPostgres =
  | { url: string; reason?: undefined; stop(): Promise<void> }
  | { url: undefined; reason: string; stop(): Promise<void> }

/** Starts a PostgreSQL in a temporary folder. If it can't, `reason` says why. `fsync` `off` loses data in a power failure. */
export async function startPostgres({ fsync = 'off' }: { fsync?: 'on' | 'off' } = {}): Promise<TestPostgres> {
  try {
    return await start(findBinaries(), fsync)
  } catch (error) {
    return { url: undefined, reason: (error as Error).message, stop: async () => {} }
  }
}

/** The newest version on this machine. As root on Debian, it is installed if none is found, without starting a cluster. */
function findBinaries(): string {
  const found = installed()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No PostgreSQL found: installing it …')
    mkdirSync(CLUSTER_SETTINGS, { recursive: true })
    const settings = join(CLUSTER_SETTINGS, 'createcluster.conf')
    if (!existsSync(settings)) writeFileSync(settings, 'create_main_cluster = false\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
    spawnSync('apt-get', ['update'], { stdio: 'ignore', env })
    spawnSync('apt-get', [...install, 'postgresql'], { stdio: 'ignore', env })
  }
  const now = installed()
  if (now) return now
  throw new Error('PostgreSQL is not installed: sudo apt-get install postgresql')
}

function installed(): string | undefined {
  if (!existsSync(DEBIAN_FOLDER)) return undefined
  const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

async function start(bin: string, fsync: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-pg-'))
  const user = owner()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'host', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, stdio: 'ignore', cwd: folder },
  )
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync }
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    { ...user, stdio: 'ignore', cwd: folder },
  )
  const url = `postgres://host@127.0.0.1:${port}/postgres`
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGINT'))
      await new Promise((resolve) => server.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** PostgreSQL refuses to run as root, so it runs as Debian's user `postgres`. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && server.exitCode === null) {
    const client = new pg.Client({ connectionString: url })
    const ok = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (ok) return
    await delay(100)
  }
  throw new Error('PostgreSQL did not start')
}
