import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Row } from '#tests/bench/table.ts'

const root = join(import.meta.dirname, '../..')

/** Measures the build of the site: a full build, then one without changes. */
export async function measure(): Promise<Row[]> {
  rmSync(join(root, 'build/.fingerprint'), { force: true })
  const full = await timedBuild()
  const again = await timedBuild()
  return [
    { name: 'build of the site', measured: full.seconds, unit: 's', goal: 15, note: full.note },
    { name: 'build of the site, nothing changed', measured: again.seconds, unit: 's', note: again.note },
  ]
}

/** Builds in its own process, whose CPU time includes its tools (proc(5), fields 14 to 17). */
async function timedBuild(): Promise<{ seconds: number; note: string }> {
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
