import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { helpText, readCommand } from './options.ts'

test('options replace variables, which replace defaults', () => {
  const env = {
    LAKE_PORT: '4000',
    LAKE_PROJECT_ID: 'from-env',
    LAKE_CORS: 'http://a:1, https://b',
    LAKE_HOST: '',
  }
  expect(readCommand(['--project-id', 'given', '--host', '0.0.0.0'], env)).toEqual({
    name: 'start',
    options: {
      port: 4000,
      dataDir: resolve('.lake'),
      projectId: 'given',
      dataset: 'production',
      host: '0.0.0.0',
      allowedOrigins: ['http://a:1', 'https://b'],
      studio: undefined,
      seed: undefined,
    },
  })
})

test('the arguments after -- belong to the program', () => {
  const command = readCommand(['run', '--port', '1', '--', 'npx', 'sanity', '--help', '--', 'x'], {})
  expect(command).toMatchObject({ name: 'run', program: ['npx', 'sanity', '--help', '--', 'x'] })
  expect(readCommand(['run', '--help'], {})).toEqual({ name: 'help' })
})

test('the help names each option', () => {
  for (const name of ['port', 'data', 'project-id', 'dataset', 'host', 'cors', 'studio', 'seed'])
    expect(helpText()).toMatch(new RegExp(`^  --${name} +\\w`, 'm'))
})

test.each([
  [['--prot', '1'], "Unknown option '--prot'; see"],
  [['--port'], 'argument missing'],
  [['--port', '70000'], '--port cannot be "70000": it is the port'],
  [['--project-id', 'A_b'], '--project-id cannot be'],
  [['--dataset', '~live'], '--dataset cannot be'],
  [['--host', 'example.com'], 'it is the IP address'],
  [['--cors', 'localhost'], 'it is a web origin'],
  [['--studio', 'missing'], '--studio cannot be'],
  [['--studio', 'http://'], '--studio cannot be'],
  [['--seed', 'missing.tar.gz'], 'it is an existing export'],
  [['serve'], 'Unknown command "serve"'],
  [['start', 'surplus'], 'Unexpected argument "surplus"'],
  [['run', 'sanity'], 'belongs after "--"'],
])('%j is refused in one line', (args, message) => {
  expect(() => readCommand(args, {})).toThrow(message)
})

test('a wrong variable is refused by its name', () => {
  expect(() => readCommand([], { LAKE_PORT: 'banana' })).toThrow('LAKE_PORT cannot be "banana"')
})
