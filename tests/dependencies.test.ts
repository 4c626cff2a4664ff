import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { newFolder } from '#tests/support/temporary-folder.ts'

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

test('each dependency has an exact version, and the lockfile has its address and hash', () => {
  for (const file of ['package.json', 'studio/package.json', 'studio/lake/package.json']) {
    const { dependencies = {}, devDependencies = {} } = read(file)
    const all: [string, string][] = Object.entries({ ...dependencies, ...devDependencies })
    expect(all.length).toBeGreaterThan(2)
    for (const [name, version] of all) expect(version, `${name} in ${file}`).toMatch(EXACT)
  }
  const locked: [string, { link?: boolean; resolved?: string; integrity?: string }][] = Object.entries(
    read('package-lock.json').packages,
  )
  const fetched = locked.filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
  expect(fetched.length).toBeGreaterThan(500)
  for (const [path, { resolved, integrity }] of fetched) {
    // Without the address, npm first fetches the whole description of each package.
    expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
    expect(integrity, path).toMatch(/^sha512-/)
  }
})

test('npm keeps these addresses even if the user configuration omits them', () => {
  const userConfig = join(newFolder(), 'npmrc')
  writeFileSync(userConfig, 'omit-lockfile-registry-resolved=true\n')
  const args = ['config', 'get', 'omit-lockfile-registry-resolved', '--userconfig', userConfig]
  const value = execFileSync('npm', args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })
  expect(value.trim()).toBe('false')
})

test('the Studio and our extensions share one version of its UI packages', () => {
  const paths = Object.keys(read('package-lock.json').packages)
  // The styles of a second @sanity/ui would be missing.
  for (const name of ['sanity', '@sanity/ui', 'styled-components', 'react', 'react-dom'])
    expect(paths.filter((path) => path.endsWith(`node_modules/${name}`))).toHaveLength(1)
})

test('package.json names npm, because other package managers ignore the lockfile', () => {
  expect(read('package.json').packageManager).toMatch(/^npm@\d+\.\d+\.\d+$/)
})

test('CI may only read, and pins each action by its commit', () => {
  const file = join(import.meta.dirname, '../.github/workflows/ci.yml')
  const { permissions, jobs } = parse(readFileSync(file, 'utf8'))
  expect(permissions).toEqual({ contents: 'read' })
  const steps = Object.values<{ steps: { uses?: string }[] }>(jobs).flatMap((job) => job.steps)
  for (const action of steps.flatMap(({ uses }) => uses ?? []))
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/)
})

test('Renovate updates a pinned override together with the packages that need it', () => {
  type Rule = { groupName?: string; matchPackageNames?: string[] }
  const rules: Rule[] = read('.github/renovate.json').packageRules
  const groupOf = (name: string) =>
    rules.find(
      ({ groupName, matchPackageNames }) =>
        groupName && matchPackageNames?.some((pattern) => matchesGlob(name, pattern)),
    )?.groupName
  const overrides: Record<string, string> = read('package.json').overrides
  const pinned = Object.keys(overrides).filter((name) => !overrides[name]?.startsWith('$'))
  expect(pinned.map(groupOf)).toEqual(pinned.map((name) => (/rout/.test(name) ? 'Remix' : 'React')))
  expect(['sanity', '@sanity/client', '@portabletext/react'].map(groupOf)).toEqual([
    'Sanity',
    'Sanity',
    'Sanity',
  ])
})
