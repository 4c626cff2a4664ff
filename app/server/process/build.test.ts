import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildIfChanged, STUDIO } from '#app/server/process/build.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const STATIC = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?'([^']+)'/gm
const ANY = new RegExp(`${STATIC.source}|\\bimport\\('([^']+)'\\)`, 'gm')

const importsOf = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, named, asked]) => named ?? asked ?? '')

/** The project's files that one imports, and those that they import in turn. */
function importedBy(file: string, pattern: RegExp, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of importsOf(file, pattern)) {
    const name = imported.replace(/^#(?=app|studio)/, `${root}/`)
    if (name.startsWith('/')) importedBy(name, pattern, found)
    else if (name.startsWith('.')) importedBy(join(dirname(file), name), pattern, found)
  }
  return found
}

test('what runs in production needs none of the tools, nor, but for the local lake, what is the Studio’s', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { dependencies, scripts } = read('package.json')
  const withStudio = { ...dependencies, ...read('studio/package.json').dependencies }
  const commands = [
    'start',
    'seed',
    'backup',
    'restore',
    'host',
    'host:reviews',
    'host:payments',
    'reconcile',
  ]
  const entries = [
    ...['app/server/main.ts', 'studio/lake/main.ts'],
    ...commands.map((command) => scripts[command].match(/node (?:-r \S+ )?(\S+)/)[1]),
  ]
  const files = new Set(entries.flatMap((file) => [...importedBy(join(root, file), STATIC)]))
  expect(files.size).toBeGreaterThan(200)
  for (const file of files)
    for (const name of importsOf(file, STATIC).filter((name) => !/^([#.]|node:)/.test(name)))
      expect(
        file.startsWith(`${root}/studio/`) ? withStudio : dependencies,
        `${name}, which ${relative(root, file)} imports`,
      ).toHaveProperty([name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? ''])
})

test('the site’s process keeps its sources in a byte a letter, which one letter outside of Latin-1 would make two', () => {
  const folder = join(root, 'build/server')
  const files = readdirSync(folder).filter((name) => /^site.*\.js$/.test(name))
  expect(files).toContain('site.js')
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    // Strings are escaped by the bundler; regular expressions are not.
    const [around] = /.{0,60}[^\0-\xff]/.exec(text) ?? []
    expect(around, file).toBeUndefined()
  }
})

test('whatever the Studio is made of has it built anew', () => {
  const files = ['studio/sanity.config.ts', 'studio/sanity.cli.ts', 'studio/one-host.ts'].flatMap((file) => [
    ...importedBy(join(root, file), ANY),
  ])
  expect(files.length).toBeGreaterThan(50)
  const unseen = files
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith('node_modules/')) // as package-lock.json has them
    .filter((file) => !STUDIO.sources.some((source) => file === source || file.startsWith(`${source}/`)))
  expect(unseen).toEqual([])
  for (const source of STUDIO.sources) expect(existsSync(join(root, source)), source).toBe(true)
})

/** Something to build in a folder of its own, with a tool that is a line of shell: it makes `$1/made` of a source. */
function example(line: (source: string) => string) {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const folder = newFolder()
  const [source = '', built = '', tool = ''] = ['source', 'built', 'tool'].map((name) => join(folder, name))
  writeFileSync(tool, `#!/bin/sh\nmkdir "$1" && ${line(source)}\n`)
  chmodSync(tool, 0o755)
  const target = {
    name: 'example',
    sources: [relative(root, source)],
    folder: relative(root, built),
    output: 'made',
    command: (into: string) => [relative(join(root, 'node_modules/.bin'), tool), into],
    cwd: root,
  }
  const made = () => readFileSync(join(built, 'made'), 'utf8')
  return { target, source, made, tool, folder }
}

test('a build takes the place of the one before once it is whole; one that fails leaves that as it was', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  // As a build that writes a part of its output before it finds a fault.
  const { target, source, made, tool, folder } = example(
    (source) => `cp '${source}' "$1/made"; ! grep -q faulty '${source}' || ! echo a fault in line 1`,
  )
  const finish = vi.fn(async () => {})
  const build = () => buildIfChanged({ ...target, finish })
  writeFileSync(source, 'good')
  await build()
  expect(finish).toHaveBeenCalledOnce()
  writeFileSync(source, 'faulty')
  await expect(build()).rejects.toThrow('Building the example failed (exit code 1)')
  expect(said).toHaveBeenCalledWith('a fault in line 1\n')
  expect(made()).toBe('good')
  // What it goes back to is built already.
  writeFileSync(source, 'good')
  await build()
  expect(finish).toHaveBeenCalledOnce()

  writeFileSync(source, 'better')
  finish.mockImplementationOnce(async () => expect(made()).toBe('good'))
  await build()
  expect(made()).toBe('better')
  expect(readdirSync(folder).sort()).toEqual(['built', 'source', 'tool'])

  // Where the tool is missing, what was built elsewhere is left alone.
  rmSync(tool)
  writeFileSync(source, 'newer')
  await expect(build()).rejects.toThrow('npm ci')
  writeFileSync(source, 'better')
  await build()
})

test('what a file manager or an editor leaves among the sources builds nothing anew', async () => {
  const { target, source, made } = example((source) => `cat '${source}/a' > "$1/made"`)
  mkdirSync(source)
  writeFileSync(join(source, 'a'), 'good')
  await buildIfChanged(target)
  for (const name of ['.DS_Store', '.a.swp', '.#a']) writeFileSync(join(source, name), 'left')
  await buildIfChanged({ ...target, command: () => ['none'] }) // as where the tools are missing
  expect(made()).toBe('good')
})

test('its tools run on the project’s own Node, whatever the shell has, and know where to build', async () => {
  vi.stubEnv('PATH', '/usr/bin:/bin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { target, made } = example(() => 'echo "$1=$BUILD_INTO" > "$1/made"; command -v node >> "$1/made"')
  await buildIfChanged(target)
  const next = `${target.folder}.next`
  expect(made()).toBe(`${next}=${next}\n${root}/node_modules/.bin/node\n`)
})
