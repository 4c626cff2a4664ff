import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { hostedLake } from '../hosted-lake.test-support.ts'
import { temporaryFolder } from '../lake.test-support.ts'

const SANITY = join(dirname(createRequire(import.meta.url).resolve('sanity/package.json')), 'bin/sanity')

test('sanity tokens and sanity cors manage this project', async () => {
  const dataDir = temporaryFolder()
  const lake = await hostedLake({ dataDir })
  onTestFinished(() => lake.close())
  async function sanity(...args: string[]) {
    const env = { ...process.env, ...lake.env, HOME: dataDir, CI: '1', DO_NOT_TRACK: '1' }
    const options = { cwd: dataDir, env: { ...env, SANITY_AUTH_TOKEN: lake.token } }
    const project = args.includes('rotate') ? [] : ['--project-id', lake.projectId]
    const command = [SANITY, ...args, ...project]
    return (await promisify(execFile)(process.execPath, command, options)).stdout
  }
  const token = JSON.parse(await sanity('tokens', 'create', 'CI', '--role', 'editor', '--json', '--yes'))
  const editor = lake.editor.withConfig({ token: token.token })
  expect((await editor.create({ _type: 't' }))._type).toBe('t')
  expect(await sanity('tokens', 'list')).toContain(token.id)
  const rotated = JSON.parse(await sanity('tokens', 'rotate', '--json', '--token', token.token))
  expect(rotated.id).toBe(token.id)
  expect(await sanity('tokens', 'delete', token.id, '--yes')).toContain('deleted')
  expect(await sanity('tokens', 'list')).toContain('No API tokens')

  const origin = 'https://*.example.com'
  expect(await sanity('cors', 'add', origin, '--yes', '--no-credentials')).toContain('CORS origin added')
  expect(await sanity('cors', 'list')).toContain(origin)
  expect(await sanity('cors', 'delete', origin)).toContain('deleted')
  expect(await sanity('cors', 'list')).not.toContain(origin)
})
