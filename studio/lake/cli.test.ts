import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@sanity/client'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './lake.test-support.ts'

const BIN = join(inject('packedLake')!, 'bin/lake.cjs')
const MODULES = join(import.meta.dirname, '../../node_modules')
const SYSTEM_NODE = '/usr/bin/node'

function lake(args: string[], cwd: string, node = process.execPath): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: cwd, NODE_ENV: 'test' as const, CI: '1', DO_NOT_TRACK: '1' }
  const child = spawn(node, [BIN, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function result(child: ChildProcess) {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code, signal }
}

/** The output until it contains `end`. */
async function output(child: ChildProcess, end: string) {
  let printed = ''
  for await (const chunk of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes(end)) return printed
  }
  throw new Error(`ended before ${end}: ${printed}`)
}

/** A project that knows nothing of the lake. */
function project(files: Record<string, string>) {
  const folder = temporaryFolder()
  symlinkSync(MODULES, join(folder, 'node_modules'))
  for (const [name, content] of Object.entries({ 'package.json': '{"type":"module"}', ...files }))
    writeFileSync(join(folder, name), content)
  return folder
}

const run = (cwd: string, ...program: string[]) =>
  lake(['run', '--port', '0', '--project-id', 'abc123', '--', ...program], cwd)

test('the types need no other types, also without skipLibCheck', () => {
  const args = [join(MODULES, 'typescript/bin/tsc'), '--noEmit', '--strict', '--module', 'nodenext']
  const types = join(inject('packedLake')!, 'dist/index.d.ts')
  execFileSync(process.execPath, [...args, types], { cwd: temporaryFolder() })
})

test('a developer starts the packed lake in an empty folder and follows its instructions', async () => {
  const folder = temporaryFolder()
  const child = lake(['--port', '0'], folder)
  const printed = await output(child, 'lake run')
  const field = (name: string) => new RegExp(`${name}: '(.*)'`).exec(printed)![1]!
  const client = createClient({
    projectId: field('projectId'),
    dataset: field('dataset'),
    apiVersion: field('apiVersion'),
    apiHost: field('apiHost'),
    useProjectHostname: false,
    useCdn: false,
    token: readFileSync(/readFileSync\('(.*)', 'utf8'\)/.exec(printed)![1]!, 'utf8').trim(),
  })
  await client.create({ _id: 'a', _type: 't' })
  expect(await client.fetch('*[]._id')).toEqual(['a'])

  // Its last line runs other programs against the same lake.
  const command = /lake (run .*) -- /.exec(printed)![1]!.split(' ')
  const script =
    "fetch('https://local.api.sanity.io/v1/data/doc/production/a').then((r) => r.text()).then(console.log)"
  const { stdout } = await result(lake([...command, '--', process.execPath, '-e', script], folder))
  expect(JSON.parse(stdout).documents).toMatchObject([{ _id: 'a' }])

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the lake prints an address that signs a browser in to the Studio, once', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'studio'))
  writeFileSync(join(folder, 'studio/index.html'), 'The Studio')
  const printed = await output(lake(['--port', '0', '--studio', 'studio'], folder), 'lake run')
  const [address] = /http\S+key=\S+/.exec(printed)!
  const signIn = await fetch(address, { redirect: 'manual' })
  const cookie = signIn.headers.get('set-cookie')!.split(';')[0]!
  const page = await fetch(new URL(signIn.headers.get('location')!), { headers: { cookie } })
  expect(await page.text()).toBe('The Studio')
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(401)
})

test('a developer who gives lake run the wrong port reads that it needs the port of the running lake', async () => {
  const folder = temporaryFolder()
  await output(lake(['--port', '0'], folder), 'lake run')
  expect(await result(run(folder, 'true'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^lake: The data folder .* is in use by another lake; lake run uses that one with its --port\n$/,
    ),
  })
})

test.runIf(process.platform === 'linux')('lake run finds the lake at its --host', async () => {
  const folder = temporaryFolder()
  const printed = await output(lake(['--port', '0', '--host', '127.0.0.2'], folder), 'lake run')
  const command = /lake (run .*) -- /.exec(printed)![1]!.split(' ')
  expect(await result(lake([...command, '--', 'true'], folder))).toMatchObject({ code: 0 })
})

test('a wrong option ends with one line and exit code 2', async () => {
  const { code, stdout, stderr } = await result(lake(['--prot', '1'], temporaryFolder()))
  expect([code, stdout, stderr]).toEqual([2, '', "lake: Unknown option '--prot'; see lake --help\n"])
})

test.skipIf(!existsSync(SYSTEM_NODE))('an older Node gets one sentence', async ({ skip }) => {
  const version = await text(spawn(SYSTEM_NODE, ['--version']).stdout)
  skip(Number(/\d+/.exec(version)) >= 24, `${SYSTEM_NODE} is ${version}`)
  const { code, stderr } = await result(lake([], temporaryFolder(), SYSTEM_NODE))
  expect([code, stderr]).toEqual([1, `lake: Node 24 or newer is needed; this is ${version.trim()}.\n`])
})

describe('lake run', () => {
  test('lets an unchanged script with @sanity/client and fetch reach the lake', async () => {
    const folder = project({
      'script.js': `
        import { createClient } from '@sanity/client'
        const client = createClient({ projectId: 'abc123', dataset: 'production', apiVersion: '2025-02-19', useCdn: true })
        const ask = (url) => fetch(url).then((answer) => answer.json())
        const asset = await client.assets.upload('file', Buffer.from('text'), { filename: 'a.txt' }, {}).catch(String)
        console.log(JSON.stringify([
          await client.fetch('count(*[_type == "t"])'),
          (await ask('https://abc123.api.sanity.io/v2025-02-19/data/query/production?query=1')).result,
          (await ask('https://api.sanity.io/v1/auth/providers')).providers,
          (await ask('https://cdn.sanity.io/images/abc123/production/no.png')).message,
          (await ask('https://other.apicdn.sanity.io/v2025-02-19/data/query/production?query=1')).message,
          asset,
        ]))`,
    })
    const { code, stdout, stderr } = await result(run(folder, process.execPath, 'script.js'))
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual([
      0,
      1,
      [],
      'Asset not found',
      'Project not found for ID "other": this lake serves the project "abc123" (start it with --project-id other)',
      expect.stringContaining('Session not found'),
    ])
  })

  test('lets an unchanged Sanity CLI import and export a dataset', async () => {
    const folder = project({
      'sanity.cli.js':
        'export default { api: { projectId: "abc123", dataset: "production" }, deployment: { autoUpdates: false } }',
      'data.ndjson': '{"_id":"a","_type":"t","title":"Imported"}\n',
    })
    const cli = `"${process.execPath}" "${join(MODULES, 'sanity/bin/sanity')}"`
    const script = `${cli} dataset import data.ndjson --dataset production && ${cli} dataset export production out.tar.gz`
    expect(await result(run(folder, 'sh', '-c', script))).toMatchObject({ code: 0 })
    expect(String(execFileSync('tar', ['-xzOf', join(folder, 'out.tar.gz')]))).toContain('"title":"Imported"')
  })

  test('passes exit codes and signals on, and says what cannot be run', async () => {
    const folder = temporaryFolder()
    expect(await result(run(folder, 'sh', '-c', 'exit 7'))).toMatchObject({ code: 7 })
    expect(await result(run(folder, 'sh', '-c', 'kill -KILL $$'))).toMatchObject({ signal: 'SIGKILL' })
    expect(await result(run(folder, 'no-such-program'))).toMatchObject({
      code: 1,
      stderr: 'lake: no-such-program can’t be run (ENOENT)\n',
    })
    const child = run(folder, 'sh', '-c', 'trap "exit 9" TERM; echo ready; while :; do sleep 0.1; done')
    await output(child, 'ready')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([9, null])
  })
})
