// npm start: builds what changed, starts lake, backend and site, then prints the addresses.
// npm run dev (`--dev`): Vite reloads pages as you type, and Node restarts all of it when a server file changes (package.json).
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, parseEnv } from '#app/platform/environment.server.ts'
import { buildSite, buildStudio } from '#app/server/process/build.ts'
import { bypassProxy, childEnvironment, SMALL_HEAP } from '#app/server/process/child-environment.ts'
import { preflight, studioDevPort } from '#app/server/process/preflight.ts'
import { fail } from '#app/server/process/shutdown.ts'
import { Supervisor } from '#app/server/process/supervisor.ts'

const root = join(import.meta.dirname, '../../..')
const developing = process.argv.includes('--dev')

process.stdout.on('error', () => {}) // ignore a closed pipe (npm start | head)
process.chdir(root)
await start().catch((error) => fail(error instanceof Error ? error.message : String(error)))

async function start() {
  // The shell's NODE_ENV is ignored: many developers have set it to development.
  const env = parseEnv({ ...process.env, NODE_ENV: developing ? 'development' : 'production' })
  await preflight(root, env)

  const supervisor = new Supervisor()
  if (!developing) {
    await buildSite()
    if (env.localLake) await buildStudio()
  }
  process.umask(0o077) // DATA_DIR is private; the build may be read by other accounts
  const variables: NodeJS.ProcessEnv = {
    ...childEnvironment(root),
    ...process.env,
    ...bypassProxy(process.env),
    NODE_ENV: env.NODE_ENV,
    PORT: String(env.PORT),
    STUDIO_PORT: String(env.STUDIO_PORT),
    HOST_PORT: String(env.HOST_PORT),
    DATA_DIR: env.DATA_DIR,
    // Set by node --watch-path. Without this, the lake's worker threads would receive messages about imports.
    WATCH_REPORT_DEPENDENCIES: undefined,
  }

  // Signs one browser in to the Studio. Whoever can read this process's output is its editor.
  const key = randomBytes(18).toString('base64url')
  // Start the lake first: it fails if DATA_DIR is in use, before the backend sends any queued mail.
  if (env.localLake) {
    if (developing) startStudioDev(supervisor, env, variables)
    await supervisor.start({
      name: 'lake',
      file: 'studio/serve/main.ts',
      env: {
        ...variables,
        STUDIO_KEY: key,
        ...(developing && { STUDIO_DEV_URL: `http://localhost:${studioDevPort(env)}` }),
      },
    })
    await seedOnce(supervisor, env, variables)
  }
  if (!env.HOST_URL)
    await supervisor.start({
      name: 'host',
      file: 'app/backend/main.ts',
      env: { ...variables, HOST_SIGNED_ONLY: '1' },
      execArgv: SMALL_HEAP,
    })
  await supervisor.start({
    name: 'site',
    file: 'app/server/main.ts',
    env: variables,
    execArgv: SMALL_HEAP,
  })

  console.log(`\n  Site    ${env.SITE_URL}`)
  console.log(
    env.localLake
      ? `  Studio  http://localhost:${env.STUDIO_PORT}/?key=${key}\n`
      : `  Content from Sanity project ${env.SANITY_PROJECT_ID}\n`,
  )
}

/** `sanity dev` reloads the Studio; the lake serves it under STUDIO_PORT. */
function startStudioDev(supervisor: Supervisor, env: Env, variables: NodeJS.ProcessEnv) {
  void supervisor.start({
    name: 'Studio',
    file: join(root, 'node_modules/.bin/sanity'),
    args: ['dev', '--port', String(studioDevPort(env)), '--no-load-in-dashboard'],
    cwd: join(root, 'studio'),
    env: { ...variables, CI: '1', DO_NOT_TRACK: '1' },
  })
}

/** Seeds on the first start only. An interrupted seeding starts over. */
async function seedOnce(supervisor: Supervisor, env: Env, variables: NodeJS.ProcessEnv) {
  const done = join(env.DATA_DIR, `seeded-${env.SANITY_DATASET}`)
  if (existsSync(done)) return
  const begun = join(env.DATA_DIR, `seeding-${env.SANITY_DATASET}`)
  const startOver = existsSync(begun) ? ['--reset', '--yes'] : []
  writeFileSync(begun, '')
  console.log('Putting the starting content in place …')
  await supervisor.run({
    name: 'seeding',
    file: 'studio/seed/main.ts',
    args: ['seed', ...startOver],
    env: variables,
  })
  writeFileSync(done, `${new Date().toISOString()}\n`)
  rmSync(begun)
}
