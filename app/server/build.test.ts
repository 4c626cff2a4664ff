import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildIfChanged, STUDIO } from '#app/server/build.ts'

const root = join(import.meta.dirname, '../..')
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

/** The project's files that one imports, and those that they import in turn. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, named, asked] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const name = (named ?? asked ?? '').replace(/^#(?=app|studio)/, `${root}/`)
    if (name.startsWith('/')) importedBy(name, found)
    else if (name.startsWith('.')) importedBy(join(dirname(file), name), found)
  }
  return found
}

test('whatever the Studio is made of has it built anew', () => {
  const files = ['studio/sanity.config.ts', 'studio/sanity.cli.ts', 'studio/one-host.ts'].flatMap((file) => [
    ...importedBy(join(root, file)),
  ])
  expect(files.length).toBeGreaterThan(50)
  const unseen = files
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith('node_modules/')) // as package-lock.json has them
    .filter((file) => !STUDIO.sources.some((source) => file === source || file.startsWith(`${source}/`)))
  expect(unseen).toEqual([])
  for (const source of STUDIO.sources) expect(existsSync(join(root, source)), source).toBe(true)
})

test('what a failed build left behind does not count as built once the sources are as before', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [source = '', output = '', tool = ''] = ['source', 'output', 'tool'].map((name) => join(folder, name))
  // As a build that writes a part of its output before it finds a fault.
  writeFileSync(tool, `#!/bin/sh\ncp '${source}' '${output}'\n! grep -q faulty '${source}'\n`)
  chmodSync(tool, 0o755)
  const inRoot = (file: string) => relative(root, file)
  const target = {
    name: 'example',
    sources: [inRoot(source)],
    output: inRoot(output),
    command: [relative(join(root, 'node_modules/.bin'), tool)],
    cwd: root,
  }
  writeFileSync(source, 'good')
  await buildIfChanged(target)
  writeFileSync(source, 'faulty')
  await expect(buildIfChanged(target)).rejects.toThrow('failed')
  writeFileSync(source, 'good')
  await buildIfChanged(target)
  expect(readFileSync(output, 'utf8')).toBe('good')
})
