import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../../..')
const PRELOAD = join(import.meta.dirname, 'env-file.cjs')
/** Prints the variable of a child process. */
const CHILD = `require('node:child_process').spawnSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { stdio: 'inherit' })`

/** Runs a command in a folder with this .env; resolves to its status and output. */
function runWith(content: string | undefined, env: Record<string, string> = {}) {
  const cwd = newFolder()
  if (content !== undefined) writeFileSync(join(cwd, '.env'), content)
  return inFolder(cwd, env)
}
function inFolder(cwd: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', PRELOAD, '-e', CHILD], {
    cwd,
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  return { status, stderr, variables: status === 0 ? JSON.parse(stdout) : undefined }
}

test('a command and its child processes read .env: quotes, comments, CRLF, byte order mark', () => {
  const lines = [
    '\uFEFFPORT=3001',
    '# a comment',
    '',
    'SMTP_URL="smtp://a:b#c@d"',
    "MAIL_FROM='Ann <a@b.co>' # x",
  ]
  const { variables } = runWith([...lines, 'export MAIL_TO=a@b.co, c@d.co # staff', 'DATA_DIR='].join('\r\n'))
  expect(variables).toMatchObject({
    PORT: '3001',
    SMTP_URL: 'smtp://a:b#c@d',
    MAIL_FROM: 'Ann <a@b.co>',
    MAIL_TO: 'a@b.co, c@d.co',
    DATA_DIR: '',
  })
})

test('the real environment wins over .env, also with an empty value, and the command says so', () => {
  const { variables, stderr } = runWith('PORT=3001\nHOST_PORT=4001\nSTUDIO_PORT=1\n', {
    PORT: '3002',
    HOST_PORT: '',
    STUDIO_PORT: '1',
  })
  expect(variables).toMatchObject({ PORT: '3002', HOST_PORT: '' })
  expect(stderr).toBe('The environment, not .env, sets: HOST_PORT, PORT\n')
})

test('ENV_FILE names another file, which has to exist; .env may be missing', () => {
  expect(runWith(undefined).status).toBe(0)
  expect(runWith('PORT=3001', { ENV_FILE: '/dev/null' }).variables).not.toHaveProperty('PORT')
  expect(runWith('', { ENV_FILE: 'none' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^none can’t be used: ENOENT.+\n$/),
  })
})

test.each(['SITE_URL https://a.b', 'PASSWORD=a#b', 'PASSWORD="a', 'PASSWORD="a"b', 'my-name=1'])(
  'a command refuses the line %s of .env and does not print it',
  (line) => {
    const { status, stderr } = runWith(`PORT=3001\n${line}\n`)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^\.env can’t be used: line 2 is not NAME=value\. .+\n$/)
  },
)

test('a command refuses a .env that can’t be read', () => {
  const folder = newFolder()
  mkdirSync(join(folder, '.env'))
  expect(inFolder(folder)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^\.env can’t be used: EISDIR.+\n$/),
  })
})

test('NODE_EXTRA_CA_CERTS counts in .env, too', () => {
  expect(runWith('NODE_EXTRA_CA_CERTS=none.pem').stderr).toContain(
    "ENOENT: no such file or directory, open 'none.pem'",
  )
})

test('every npm script that runs a file of app or studio reads .env, but no test does; git ignores it', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const withoutFile = Object.keys(scripts).filter((name) => !scripts[name]!.includes('env-file.cjs'))
  const tools = [
    'types',
    'sbom',
    'bench',
    'lint',
    'format',
    'typecheck',
    'test',
    'test:long',
    'test:unit',
    'test:e2e',
  ]
  expect(withoutFile).toEqual(tools)
  expect(process.env.ENV_FILE).toBe('/dev/null')
  expect(execFileSync('git', ['check-ignore', '.env'], { cwd: root, encoding: 'utf8' })).toBe('.env\n')
})
