// npm start: builds what is missing, then runs lake, Studio and site until it is told to stop. `--dev` reloads as you type.

import { lookup } from 'node:dns/promises'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Env, parseEnv, STREAM_PORTS } from '#app/env.server.ts'
import { makeFolder } from '#app/kept-database.server.ts'
import { BUNDLED_SITE, buildSite, buildStudio } from '#app/server/build.ts'
import { notInstalled } from '#app/server/installed.ts'
import { fail } from '#app/server/process.ts'
import { pastProxies, runtimeVariables, SMALL_HEAP } from '#app/server/runtime.ts'
import { Supervisor, type Watched } from '#app/server/supervisor.ts'

const root = join(import.meta.dirname, '../..')
const developing = process.argv.includes('--dev')
const watched = (folder: string, deep = true): Watched[] =>
  developing ? [{ folder: join(root, folder), deep }] : []

process.stdout.on('error', () => {}) // nobody reads it any more (npm start | head): the product goes on
process.chdir(root)
await start().catch((error) => fail(error instanceof Error ? error.message : String(error)))

async function start() {
  // Not the shell's: many a developer's says development, many a platform's a word of its own.
  const env = parseEnv({ ...process.env, NODE_ENV: developing ? 'development' : 'production' })
  if (env.localLake && !existsSync(join(root, 'node_modules/@sanity/mutator')))
    fail(
      'The local lake’s packages are missing: npm ci without --workspaces=false, or set SANITY_PROJECT_ID.',
    )
  const missing = developing && notInstalled(root)
  if (missing)
    console.error(
      `node_modules is not what package-lock.json names, as after a pull: ${missing}. Run npm ci.`,
    )
  checkDataDir(env.DATA_DIR)
  if (env.localLake || env.embeddedHost)
    await lookup('localhost').catch(() =>
      fail('This machine does not know its name localhost: add “127.0.0.1 localhost” to /etc/hosts.'),
    )
  const ports = {
    PORT: env.PORT,
    ...(env.localLake && { STUDIO_PORT: env.STUDIO_PORT }),
    ...(env.embeddedHost && { HOST_PORT: env.HOST_PORT }),
  }
  checkPortsDiffer(ports)
  await checkPorts(ports)
  const studioDevPort = env.STUDIO_PORT + STREAM_PORTS + 1
  if (developing && env.localLake) await checkPorts({ STUDIO_PORT: studioDevPort })

  const supervisor = new Supervisor()
  if (!developing) {
    await buildSite()
    if (env.localLake) await buildStudio()
  }
  if (supervisor.stopping) return
  const variables = {
    ...runtimeVariables(root),
    ...process.env,
    ...pastProxies(process.env),
    NODE_ENV: env.NODE_ENV,
    PORT: String(env.PORT),
    STUDIO_PORT: String(env.STUDIO_PORT),
    HOST_PORT: String(env.HOST_PORT),
    DATA_DIR: env.DATA_DIR,
  }

  // The lake first: it alone knows a folder that is in use, and the host would free what the other one has leased.
  if (env.localLake) {
    if (developing) {
      supervisor.tool(
        'Studio',
        join(root, 'node_modules/.bin/sanity'),
        ['dev', '--port', String(studioDevPort), '--no-load-in-dashboard'],
        {
          cwd: join(root, 'studio'),
          env: { ...variables, CI: '1', DO_NOT_TRACK: '1' },
        },
      )
    }
    await supervisor.service(
      'lake',
      'studio/lake/main.ts',
      developing ? { ...variables, STUDIO_DEV_URL: `http://localhost:${studioDevPort}` } : variables,
      {
        dispensable: true,
        // Of app it imports files at the top: how a variable, a database, a log line is read and written.
        watch: [...watched('studio/lake'), ...watched('app', false)],
      },
    )
    await seedOnce(supervisor, env, variables)
  }
  const options = { execArgv: SMALL_HEAP, watch: watched('app') }
  if (env.embeddedHost)
    await supervisor.service('host', 'app/host/embedded/main.ts', variables, {
      ...options,
      dispensable: true,
    })
  await supervisor.service('site', developing ? 'app/server/main.ts' : BUNDLED_SITE, variables, options)
  if (supervisor.stopping) return
  console.log(`\n  Site    ${env.SITE_URL}`)
  console.log(
    env.localLake
      ? `  Studio  http://localhost:${env.STUDIO_PORT}\n`
      : `  Content from Sanity project ${env.SANITY_PROJECT_ID}\n`,
  )
}

function checkDataDir(dataDir: string) {
  try {
    makeFolder(dataDir)
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    fail(`DATA_DIR=${dataDir} can’t be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** No two parts share a port, and none lies where the event streams are. */
function checkPortsDiffer(ports: Record<string, number>) {
  const streams = ports.STUDIO_PORT ?? Number.POSITIVE_INFINITY
  const names = new Map<number, string>()
  for (const [name, port] of Object.entries(ports)) {
    const other = names.get(port)
    if (other) fail(`${other} and ${name} are both ${port}: set one of them.`)
    names.set(port, name)
    if (port > streams && port <= streams + STREAM_PORTS)
      fail(`${name}=${port}: the ${STREAM_PORTS} ports above STUDIO_PORT=${streams} carry event streams.`)
    if (developing && port === streams + STREAM_PORTS + 1)
      fail(
        `${name}=${port}: the Studio’s reloads are there, ${STREAM_PORTS + 1} above STUDIO_PORT=${streams}.`,
      )
  }
}

/** Says which port is taken before anything is built. */
async function checkPorts(ports: Record<string, number>) {
  for (const [name, port] of Object.entries(ports)) {
    for (const host of ['127.0.0.1', '::1', '::']) {
      const code = await new Promise<string | undefined>((resolve) => {
        const probe = createServer()
        probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        probe.listen(port, host, () => probe.close(() => resolve(undefined)))
      })
      if (code === 'EADDRINUSE') fail(`Port ${port} is taken: stop what uses it, or set ${name}.`)
      if (code === 'EACCES') fail(`Port ${port} may not be used (${code}): set ${name}.`)
    }
  }
}

/**
 * The starting content is put in place once; what editors make of it stays, and so does what was imported before the first
 * start. Only what a seeding left that was interrupted is no content: it is started over.
 */
async function seedOnce(
  supervisor: Supervisor,
  { DATA_DIR: dataDir, SANITY_DATASET: dataset }: Env,
  variables: NodeJS.ProcessEnv,
) {
  const mark = join(dataDir, `seeded-${dataset}`)
  if (existsSync(mark)) return
  const begun = join(dataDir, `seeding-${dataset}`)
  const again = existsSync(begun) ? ['--reset', '--yes'] : []
  writeFileSync(begun, '')
  console.log('Putting the starting content in place …')
  await supervisor.once('studio/seed/main.ts', ['seed', ...again], variables)
  if (supervisor.stopping) return // perhaps in the middle of it: the next start seeds again
  writeFileSync(mark, `${new Date().toISOString()}\n`)
  rmSync(begun)
}
