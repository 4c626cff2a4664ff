import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildIfChanged, STUDIO } from '#app/server/process/build.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../../..')
const STATIC = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?'([^']+)'/gm
const ANY = new RegExp(`${STATIC.source}|\\bimport\\('([^']+)'\\)`, 'gm')

const importsOf = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, first, second]) => first ?? second ?? '')

/** The files of the project that a file imports, directly or indirectly. */
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

test('a production install has every package that runs in production', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { dependencies, scripts } = read('package.json')
  const ofStudio = { ...dependencies, ...read('studio/package.json').dependencies }
  const ofLake = read('studio/lake/package.json').dependencies
  const declaredFor = (file: string) =>
    file.startsWith('studio/lake/') ? ofLake : file.startsWith('studio/') ? ofStudio : dependencies
  const commands = [
    'start',
    'seed',
    'backup',
    'restore',
    'host',
    'host:reviews',
    'host:payments',
    'reconcile',
    'doctor',
  ]
  const entries = [
    ...['app/server/main.ts', 'studio/serve/main.ts'],
    ...commands.map((command) => scripts[command].match(/node (?:-r \S+ )?(\S+)/)[1]),
  ]
  const files = new Set(entries.flatMap((file) => [...importedBy(join(root, file), STATIC)]))
  expect(files.size).toBeGreaterThan(200)
  for (const file of files)
    for (const name of importsOf(file, STATIC).filter((name) => !/^([#.]|node:)/.test(name)))
      expect(
        declaredFor(relative(root, file)),
        `${name}, which ${relative(root, file)} imports`,
      ).toHaveProperty([name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? ''])
})

test('every file of the Studio is among the sources of its build', () => {
  const files = ['studio/sanity.config.ts', 'studio/sanity.cli.ts'].flatMap((file) => [
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

/** A target whose tool runs `script` with SOURCE and BUILD_INTO. */
function example(script: string) {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const folder = newFolder()
  const [source = '', built = '', tool = ''] = ['source', 'built', 'tool.mjs'].map((name) =>
    join(folder, name),
  )
  writeFileSync(
    tool,
    `import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    const { BUILD_INTO } = process.env
    const source = readFileSync(${JSON.stringify(source)}, 'utf8')
    mkdirSync(BUILD_INTO)
    writeFileSync(BUILD_INTO + '/made', source)
    ${script}`,
  )
  const target = {
    name: 'example',
    sources: [relative(root, source)],
    folder: relative(root, built),
    command: () => [relative(join(root, 'node_modules/.bin'), tool)],
    cwd: root,
  }
  return { target, source, tool, folder, made: () => readFileSync(join(built, 'made'), 'utf8') }
}

test('a complete build replaces the one before; a failed build changes nothing', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { target, source, made, tool, folder } = example(
    "if (source === 'faulty') { console.log('a fault in line 1'); process.exit(1) }",
  )
  const finish = vi.fn(async () => {})
  const build = () => buildIfChanged({ ...target, finish })
  writeFileSync(source, 'good')
  await build()
  expect(finish).toHaveBeenCalledOnce()
  writeFileSync(source, 'faulty')
  await expect(build()).rejects.toThrow('Building the example failed (exit code 1)')
  expect(stderr).toHaveBeenCalledWith('a fault in line 1\n')
  expect(made()).toBe('good')
  writeFileSync(source, 'good')
  await build()
  expect(finish, 'these sources are built already').toHaveBeenCalledOnce()

  writeFileSync(source, 'better')
  finish.mockImplementationOnce(async () => expect(made()).toBe('good'))
  await build()
  expect(made()).toBe('better')
  expect(readdirSync(folder).sort()).toEqual(['built', 'source', 'tool.mjs'])

  rmSync(tool) // as in a production install
  await build()
  writeFileSync(source, 'newer')
  await expect(build()).rejects.toThrow('npm ci')
})
