import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { onStopSignal } from '#app/platform/stop-signals.server.ts'
import { precompress } from '#app/server/process/precompress.ts'
import { copyPreviousAssets } from '#app/server/process/previous-assets.ts'
import { fail } from '#app/server/process/shutdown.ts'

const root = join(import.meta.dirname, '../../..')
/** A file in each build with the fingerprint of its sources. */
const FINGERPRINT = '.fingerprint'

/** A folder that a tool builds from sources of the project. Paths are relative to the root. */
type Target = {
  name: string
  sources: string[]
  folder: string
  /** `into` is the absolute path of the folder to build into, also in BUILD_INTO. */
  command: (into: string) => string[]
  cwd: string
  /** Environment variables that affect the build. */
  variables?: string[]
  /** Completes the build before it is moved into place. */
  finish?: (into: string) => Promise<void>
}

const SITE: Target = {
  name: 'site',
  sources: ['app', 'public', 'package-lock.json', 'remix.config.js', 'vite.config.ts', 'tsconfig.json'],
  folder: 'build',
  command: () => ['remix', 'vite:build', '--logLevel', 'warn'],
  cwd: root,
  async finish(into) {
    await precompress(join(into, 'client'))
    copyPreviousAssets(root, into)
  },
}

export const STUDIO: Target = {
  name: 'Studio',
  sources: [
    'studio/checks',
    'studio/help',
    'studio/inbox',
    'studio/presentation',
    'studio/publish',
    'studio/schema',
    'studio/static',
    'studio/structure',
    'studio/ui',
    'studio/validation',
    'studio/local-lake.ts',
    'studio/retry-saves.ts',
    'studio/sanity.config.ts',
    'studio/sanity.cli.ts',
    'app/content/money.ts',
    'app/content/contact-details.ts',
    'app/content/default-text.ts',
    'app/content/href.ts',
    'app/content/measuring.ts',
    'app/content/previous-slugs.ts',
    'app/content/dense-list-levels.ts',
    'app/content/normalize-path.ts',
    'app/platform/parse-url.ts',
    'package-lock.json',
  ],
  folder: 'studio/dist',
  command: (into) => ['sanity', 'build', into, '--yes'],
  cwd: join(root, 'studio'),
  variables: ['SANITY_STUDIO_PROJECT_ID', 'SANITY_STUDIO_DATASET', 'SANITY_STUDIO_SITE_URL'],
}

export const buildSite = () => buildIfChanged(SITE)
export const buildStudio = () => buildIfChanged(STUDIO)

/** Builds a target if its sources changed, and moves the complete build into place. Rejects with one line. */
export async function buildIfChanged(target: Target): Promise<void> {
  const folder = join(root, target.folder)
  const fingerprint = fingerprintOf(target)
  const built = join(folder, FINGERPRINT)
  if (existsSync(built) && readFileSync(built, 'utf8') === fingerprint) return
  console.log(`Building the ${target.name} …`)
  // Two starts at once both build; the second build replaces the first.
  const next = `${folder}.next-${process.pid}`
  const before = `${folder}.before-${process.pid}`
  const discard = () => {
    for (const path of [next, before]) rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', discard)
  try {
    await runTool(target, next)
    await target.finish?.(next)
    writeFileSync(join(next, FINGERPRINT), fingerprint)
    if (existsSync(folder)) renameSync(folder, before)
    renameSync(next, folder)
  } finally {
    process.off('exit', discard)
    discard()
  }
}

async function runTool({ name, command, cwd }: Target, into: string): Promise<void> {
  const [tool = '', ...args] = command(into)
  const file = join(root, 'node_modules/.bin', tool)
  if (!existsSync(file))
    throw new Error(
      `The ${name} is not built from these sources, and ${tool} is not installed: run npm ci --include=dev, or copy a build (app/server/README.md, “Several copies”).`,
    )
  const running = promisify(execFile)(process.execPath, [file, ...args], {
    cwd,
    env: { ...process.env, BUILD_INTO: into, NODE_ENV: 'production', CI: '1', DO_NOT_TRACK: '1' },
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  const kill = () => running.child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)
  try {
    await running
  } catch (error) {
    const { stdout, stderr, signal, code } = error as Record<string, string>
    process.stderr.write(`${stdout}${stderr}`)
    throw new Error(`Building the ${name} failed (${signal ?? `exit code ${code}`}): see above.`)
  } finally {
    process.off('exit', kill)
  }
}

function fingerprintOf({ sources, variables = [] }: Target): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(join(root, source))))
    hash.update(relative(root, file)).update(readFileSync(file))
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}`)
  return hash.digest('hex')
}

/** The files below a path, without tests and without hidden files, which editors and file managers create. */
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !name.startsWith('.') && !name.includes('.test.'))
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

if (import.meta.main) {
  onStopSignal(() => process.exit(1))
  try {
    await buildSite()
    await buildStudio()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}
