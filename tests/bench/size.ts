import { execFile } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Row } from '#tests/bench/table.ts'

const root = join(import.meta.dirname, '../..')
const MB = 1024 * 1024
/** Node itself, which comes as a dependency. */
const NODE = /^node(?:-(?:linux|darwin|bin).*)?$/

/** What a production install takes, and how long the site’s build does. The build in place is made anew. */
export async function measure(): Promise<Row[]> {
  const { mb, nodeMb } = await installed()
  rmSync(join(root, 'build/.fingerprint'), { force: true })
  const full = await building()
  const again = await building()
  return [
    {
      name: 'npm ci --omit=dev --workspaces=false, without Node',
      measured: mb,
      unit: 'MB',
      goal: 300,
      note: `Node itself ${Math.round(nodeMb)} MB`,
    },
    { name: 'build of the site', measured: full.seconds, unit: 's', goal: 15, note: full.note },
    { name: 'build of the site, nothing changed', measured: again.seconds, unit: 's', note: again.note },
  ]
}

async function installed(): Promise<{ mb: number; nodeMb: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-install-'))
  try {
    // The Studio's too, as in a clone: npm installs some of its packages although its workspace is left out.
    for (const file of ['package.json', 'package-lock.json', 'studio/package.json'])
      cpSync(join(root, file), join(folder, file))
    const args = ['ci', '--omit=dev', '--workspaces=false', '--no-audit', '--no-fund', '--prefer-offline']
    await promisify(execFile)('npm', args, { cwd: folder })
    const modules = join(folder, 'node_modules')
    const names = readdirSync(modules)
    const sum = (of: string[]) => of.reduce((bytes, name) => bytes + bytesOf(join(modules, name)), 0) / MB
    return {
      mb: sum(names.filter((name) => !NODE.test(name))),
      nodeMb: sum(names.filter((name) => NODE.test(name))),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const bytesOf = (path: string): number => {
  const entry = lstatSync(path)
  if (!entry.isDirectory()) return entry.size
  return readdirSync(path).reduce((bytes, name) => bytes + bytesOf(join(path, name)), 0)
}

/** In a process of its own, whose kernel counts what it and the tools it started have used (proc(5), fields 14 to 17). */
async function building(): Promise<{ seconds: number; note: string }> {
  const script = `
    import { readFileSync } from 'node:fs'
    import { buildSite } from '#app/server/process/build.ts'
    const since = performance.now()
    await buildSite()
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(11, 15)
    console.log('RESULT', performance.now() - since, fields.reduce((sum, ticks) => sum + Number(ticks), 0) * 10)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
  })
  const [ms = 0, cpuMs = 0] = /RESULT (.*)/.exec(stdout)?.[1]?.split(' ').map(Number) ?? []
  return { seconds: ms / 1_000, note: `${(cpuMs / 1_000).toFixed(1)} s of CPU` }
}
