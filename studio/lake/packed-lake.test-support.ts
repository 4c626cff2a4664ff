import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'

const SOURCE = import.meta.dirname
const NAME = 'content-lake'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the packed package; undefined if the tests run the sources. */
    packedLake?: string
  }
}

/** Packs the lake and installs it beside exactly its dependencies, so that an undeclared import fails (`globalSetup`). */
export default function setup(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-lake-')))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, NAME)
  mkdirSync(installed, { recursive: true })
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: SOURCE,
      encoding: 'utf8',
      // npm runs the `node` of the PATH, which may be older than this one.
      env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    }),
  )
  execFileSync('tar', ['-xzf', join(folder, tarball.filename), '--strip-components=1', '-C', installed])
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(modules, name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(installedPackage(name), link)
  }
  project.provide('packedLake', installed)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** The folder of a dependency, as Node would find it. */
function installedPackage(name: string): string {
  for (let folder = SOURCE; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      return realpathSync(join(folder, 'node_modules', name))
    } catch {}
  }
  throw new Error(`${name} is not installed`)
}
