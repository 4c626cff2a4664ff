import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#tests/support/temporary-folder.ts'

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

test('each dependency is one version, and the lockfile names where it is and what its bytes hash to', () => {
  for (const file of ['package.json', 'studio/package.json']) {
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
    // Without its address npm asks the registry for each package's whole description first.
    expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
    expect(integrity, path).toMatch(/^sha512-/)
  }
})

test('npm keeps these addresses, too, where it is told to leave them out', () => {
  const userConfig = join(newFolder(), 'npmrc')
  writeFileSync(userConfig, 'omit-lockfile-registry-resolved=true\n')
  const asked = ['config', 'get', 'omit-lockfile-registry-resolved', '--userconfig', userConfig]
  const said = execFileSync('npm', asked, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })
  expect(said.trim()).toBe('false')
})

test('what our part of the Studio draws with is the Studio’s own', () => {
  const paths = Object.keys(read('package-lock.json').packages)
  // Of a second @sanity/ui the styles are missing: with sanity 6.19 beside 4.2.3 the questions before a release stood below the window.
  for (const name of ['sanity', '@sanity/ui', 'styled-components', 'react', 'react-dom'])
    expect(paths.filter((path) => path.endsWith(`node_modules/${name}`))).toHaveLength(1)
})

test('other package managers, which would not read the lockfile, are told of npm before they install anything', () => {
  expect(read('package.json').packageManager).toMatch(/^npm@\d+\.\d+\.\d+$/)
})
