import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { until } from '#tests/support/http.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const OPERATIONS = join(root, 'app/server/operations')
const BASE = 'localhost/debian:trixie-slim'
/** runc and the limits also work in a container or VM whose cgroups or limits are incomplete. */
const RUN = ['--runtime', 'runc', '--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']
/** Stands in for the images of PostgreSQL and Caddy, which need a registry, and checks configuration files. */
const TOOLS = `FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends caddy nginx openssl postgresql systemd varnish`
const POSTGRES = `install -d -o postgres /var/lib/postgresql/data && exec setpriv --reuid=postgres --regid=postgres --clear-groups sh -c '
  export PATH=$(echo /usr/lib/postgresql/*/bin):$PATH PGDATA=/var/lib/postgresql/data
  echo "$POSTGRES_PASSWORD" > /tmp/password && initdb -U "$POSTGRES_USER" -A scram-sha-256 -E UTF8 --pwfile=/tmp/password
  echo "host all all all scram-sha-256" >> $PGDATA/pg_hba.conf
  echo "CREATE DATABASE $POSTGRES_USER" | postgres --single postgres
  exec postgres -c listen_addresses=* -c unix_socket_directories=/tmp'`
const STAND_INS: Record<string, { command: string[]; env: string[]; user?: string }> = {
  postgres: { command: ['sh', '-c', POSTGRES], env: [] },
  caddy: {
    command: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile'],
    env: ['-e', 'XDG_DATA_HOME=/data'],
  },
}

type Service = {
  image: string
  profiles: string[]
  build?: unknown
  command?: string[]
  env_file?: string
  environment?: Record<string, string | number>
  network_mode?: 'host'
  volumes?: string[]
  ports?: string[]
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  mem_limit?: string
  healthcheck?: { test: string[]; interval: string }
  depends_on?: Record<string, { condition: string }>
  restart?: string
  stop_grace_period?: string
}

/** Installs Debian's packages for missing commands if it may. Returns the reason if one stays missing. */
function missingCommands(commands: string[], packages: string[]): string | undefined {
  const missing = () => commands.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update'], options)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
  }
  return missing().length > 0 ? `sudo apt-get install ${packages.join(' ')}` : undefined
}

const shellCommand = (args: string[]) => args.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(' ')

type Engine = Awaited<ReturnType<typeof createEngine>>

/** Podman with a storage of its own and a Debian as base image. Throws an Error with the reason if containers can't run. */
export async function createEngine() {
  if (process.getuid?.() !== 0) throw new Error('containers need root here')
  const needed = missingCommands(
    ['podman', 'buildah', 'runc', 'debootstrap'],
    ['podman', 'buildah', 'runc', 'debootstrap', 'netavark', 'aardvark-dns', 'iptables'],
  )
  if (needed) throw new Error(needed)
  const folder = newFolder()
  const storage = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const execute = async (command: string, args: string[]) => {
    const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 2 ** 28 })
    return stdout.trim()
  }
  const podman = (...args: string[]) =>
    execute('podman', [...storage, '--log-level', 'fatal', '--network-config-dir', folder, ...args])
  const build = (tag: string, file: string) =>
    execute('buildah', [
      ...[...storage, 'bud', '--isolation', 'chroot', '--format', 'docker', '--layers=false', '-t', tag],
      ...['--ulimit', 'nofile=16384:16384'], // npm ci opens many files at once
      ...['--build-arg', `BASE=${BASE}`, '-f', file, '.'],
    ])

  const base = join(folder, 'base')
  await execute('debootstrap', ['--variant=minbase', 'trixie', base, 'http://deb.debian.org/debian'])
  // A machine behind a proxy of its own trusts the proxy's certificate, and so must npm in the container.
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env
  if (authorities) writeFileSync(join(base, 'etc/authorities.crt'), readFileSync(authorities))
  const change = authorities ? '--change "ENV NODE_EXTRA_CA_CERTS=/etc/authorities.crt"' : ''
  await execute('sh', ['-c', `tar -C ${base} -c . | podman ${storage.join(' ')} import ${change} - ${BASE}`])
  await podman('run', '--rm', ...RUN, BASE, 'true')
  await podman('network', 'create', 'keyturn')
  const [network] = JSON.parse(await podman('network', 'inspect', 'keyturn'))
  // The gateway has its address only while a container uses the network.
  await podman('run', '-d', '--name', 'anchor', '--network', 'keyturn', ...RUN, BASE, 'sleep', 'infinity')
  async function remove() {
    await podman('rm', '--all', '--force', '--time', '0')
    await podman('network', 'rm', 'keyturn')
  }
  return { podman, build, folder, gateway: String(network.subnets[0].gateway), remove }
}

/** Builds the product's image. */
export const buildProduct = ({ build }: Engine) =>
  build('localhost/keyturn', 'app/server/operations/Dockerfile')

async function buildTools(engine: Engine): Promise<void> {
  const file = join(engine.folder, 'Dockerfile')
  if (existsSync(file)) return
  writeFileSync(file, TOOLS)
  await engine.build('localhost/tools', file)
}

/** Runs a shell command with Debian's tools, in a container that has app/server/operations as its folder. */
export async function runTools(engine: Engine, command: string): Promise<string> {
  await buildTools(engine)
  const options = ['--rm', '--network', 'none', '-v', `${OPERATIONS}:/operations:ro`, '-w', '/operations']
  return engine.podman('run', ...RUN, ...options, 'localhost/tools', 'sh', '-ec', `(${command}) 2>&1`)
}

/** Starts the services of a profile of compose.yaml as `docker compose` does. `settings` are the lines of .env. */
export async function up(
  engine: Engine,
  profile: string,
  settings: Record<string, string>,
  extra: string[] = [],
) {
  const { podman } = engine
  const envFile = join(engine.folder, `${profile}.env`)
  writeFileSync(
    envFile,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const text = readFileSync(join(OPERATIONS, 'compose.yaml'), 'utf8')
  const interpolated = text.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name, fallback) => settings[name] ?? fallback,
  )
  const all: Record<string, Service> = parse(interpolated, { merge: true }).services
  const services = Object.entries(all).filter(([, { profiles }]) => profiles.includes(profile))
  if (services.some(([name]) => STAND_INS[name])) await buildTools(engine)
  const isHealthy = (name: string) =>
    podman('healthcheck', 'run', name).then(
      () => true,
      () => false,
    )
  const started: string[] = []
  async function start(name: string) {
    if (started.includes(name)) return
    const service = all[name]!
    for (const needed of Object.keys(service.depends_on ?? {})) {
      await start(needed)
      await until(() => isHealthy(needed), Boolean, { withinMs: 240_000, everyMs: 500 })
    }
    started.push(name)
    await podman('run', '-d', '--name', name, ...RUN, ...runOptions(name, service))
  }
  function runOptions(name: string, service: Service): string[] {
    const standIn = STAND_INS[name]
    const each = (option: string, values: string[] = []) => values.flatMap((value) => [option, value])
    const { port } = new URL(settings.SITE_URL ?? 'http://localhost')
    return [
      ...(service.network_mode === 'host' ? ['--network', 'host'] : ['--network', 'keyturn']),
      ...(service.env_file ? ['--env-file', envFile, ...extra] : []),
      ...each(
        '-e',
        Object.entries(service.environment ?? {}).map(([key, value]) => `${key}=${value}`),
      ),
      ...each(
        '-v',
        service.volumes?.map((volume) => volume.replace(/^\./, OPERATIONS)),
      ),
      ...each('--tmpfs', service.tmpfs),
      ...each('--cap-drop', service.cap_drop),
      ...each('--security-opt', service.security_opt),
      ...(service.read_only ? ['--read-only'] : []),
      ...(service.ports ? ['-p', `127.0.0.1:${port}:${port}`] : []),
      ...['--memory', String(service.mem_limit)],
      ...(service.healthcheck ? ['--health-cmd', shellCommand(service.healthcheck.test.slice(1))] : []),
      ...(standIn?.env ?? []),
      ...(standIn
        ? ['localhost/tools', ...standIn.command]
        : [`localhost/${service.image}`, ...(service.command ?? [])]),
    ]
  }
  for (const [name] of services) await start(name)
  for (const [name, { image, healthcheck }] of services)
    if (image === 'keyturn' || healthcheck)
      await until(() => isHealthy(name), Boolean, { withinMs: 240_000, everyMs: 500 })
  return {
    exec: (name: string, ...command: string[]) => podman('exec', name, ...command),
    logs: (name: string) => podman('logs', name),
    /** Stops and removes the containers; volumes stay. Resolves to the exit codes of the product's containers. */
    async down(): Promise<Record<string, string>> {
      const codes: Record<string, string> = {}
      for (const name of started.toReversed()) {
        await podman('stop', '-t', String(Number.parseInt(all[name]?.stop_grace_period ?? '10s', 10)), name)
        if (all[name]?.image === 'keyturn')
          codes[name] = await podman('inspect', '-f', '{{.State.ExitCode}}', name)
        await podman('rm', name)
      }
      return codes
    },
  }
}
