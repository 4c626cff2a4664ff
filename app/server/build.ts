import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { keepEarlier } from '#app/server/earlier-files.ts'
import { oneAtATime } from '#app/server/one-at-a-time.ts'
import { precompress } from '#app/server/precompress.ts'
import { fail } from '#app/server/process.ts'
import { onStopSignal } from '#app/stop-signals.server.ts'

const root = join(import.meta.dirname, '../..')

/** Something that is built from files of the project, and rebuilt only when one of them changed. */
type Target = {
  name: string
  sources: string[]
  /** What is built; all of it is replaced. */
  folder: string
  /** Of the folder: without it there is no build. */
  output: string
  /** The tool is told where to build by its environment as well: BUILD_INTO, as seen from the root. `into` is as seen from `cwd`. */
  command: (into: string) => string[]
  cwd: string
  variables?: string[]
  /** What is left to do with what was built, in the folder `into`, before it takes its place. */
  finish?: (into: string) => Promise<void>
}

/** The site's process as `npm start` runs it: main.ts and all that it imports. */
export const BUNDLED_SITE = 'build/server/site.js'

const SITE: Target = {
  name: 'site',
  sources: ['app', 'public', 'package-lock.json', 'remix.config.js', 'vite.config.ts', 'tsconfig.json'],
  folder: 'build',
  output: relative('build', BUNDLED_SITE),
  command: () => ['remix', 'vite:build', '--logLevel', 'warn'],
  cwd: root,
  async finish(into) {
    // They need what only a machine that builds has; a production install starts with a build that was copied there.
    const { bundleSite } = await import('#app/server/bundle.ts')
    await Promise.all([bundleSite(root, into), precompress(join(into, 'client'))])
    keepEarlier(root, into)
  },
}

export const STUDIO: Target = {
  name: 'Studio',
  sources: [
    'studio/schema',
    'studio/structure',
    'studio/features',
    'studio/guards',
    'studio/inbox',
    'studio/presentation',
    'studio/one-host.ts',
    'studio/sanity.config.ts',
    'studio/sanity.cli.ts',
    'app/content/money.ts',
    'app/content/contact-data.ts',
    'app/content/default-words.ts',
    'app/content/href.ts',
    'app/content/kept-slugs.ts',
    'app/content/plain-path.ts',
    'package-lock.json',
  ],
  folder: 'studio/dist',
  output: 'index.html',
  command: (into) => ['sanity', 'build', into, '--yes'],
  cwd: join(root, 'studio'),
  variables: ['SANITY_STUDIO_PROJECT_ID', 'SANITY_STUDIO_DATASET', 'SANITY_STUDIO_SITE_URL'],
}

export const buildSite = () => buildIfChanged(SITE)
export const buildStudio = () => buildIfChanged(STUDIO)

/**
 * Builds a target whose sources changed since its last build, beside that one, and puts it in its place once it is whole: what
 * runs has its files meanwhile, and a build that fails leaves what was there. Rejects when the tool fails, after showing what it said.
 */
export async function buildIfChanged(target: Target): Promise<void> {
  const folder = join(root, target.folder)
  const next = `${folder}.next`
  const stamp = `${target.output}.stamp`
  const sources = fingerprint(target)
  const isBuilt = () =>
    existsSync(join(folder, target.output)) &&
    existsSync(join(folder, stamp)) &&
    readFileSync(join(folder, stamp), 'utf8') === sources
  if (isBuilt()) return
  const command = target.command(relative(target.cwd, next))
  const [tool = ''] = command
  if (!existsSync(pathOf(tool)))
    throw new Error(
      `The ${target.name} is not built of these sources, and ${tool} is not installed: run npm ci --include=dev, or bring its build (README, “More copies”).`,
    )
  // Two starts at once would finish each other's output.
  const build = async () => {
    if (isBuilt()) return
    console.log(`Building the ${target.name} …`)
    rmSync(next, { recursive: true, force: true }) // of one that failed, or was ended in its middle
    await run(target, command, { BUILD_INTO: relative(root, next) })
    await target.finish?.(next)
    writeFileSync(join(next, stamp), sources)
    const before = `${folder}.before`
    rmSync(before, { recursive: true, force: true })
    if (existsSync(folder)) renameSync(folder, before)
    renameSync(next, folder)
    rmSync(before, { recursive: true, force: true })
  }
  await oneAtATime(join(root, 'node_modules/.cache/build-lock'), build, () =>
    console.log('Something is being built here already: waiting for it …'),
  )
}

function fingerprint({ sources, variables = [] }: Target): string {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesOf(join(root, source)))
      hash.update(relative(root, file)).update(readFileSync(file))
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}`)
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !name.startsWith('.') && !name.includes('.test.'))
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

const TOOLS = join(root, 'node_modules/.bin')
const pathOf = (tool: string) => join(TOOLS, tool)

function run(
  { name, cwd }: Target,
  [tool = '', ...args]: string[],
  variables: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(pathOf(tool), args, {
      cwd,
      env: {
        ...process.env,
        ...variables,
        // The tools ask for `node`, which is the project’s own under npm alone.
        PATH: [TOOLS, process.env.PATH].join(delimiter),
        NODE_ENV: 'production',
        CI: '1',
        DO_NOT_TRACK: '1',
      },
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    // A build that was ended from outside, say for want of memory, has said nothing itself.
    child.on('exit', (code, signal) => {
      if (code === 0) return resolve()
      process.stderr.write(output)
      reject(new Error(`Building the ${name} failed (${signal ?? `exit code ${code}`}): see above.`))
    })
    const ended = onStopSignal(() => {
      ended() // told once more, this process ends itself
      child.kill()
    })
    child.on('exit', ended)
  })
}

if (import.meta.main) {
  try {
    await buildSite()
    await buildStudio()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}
