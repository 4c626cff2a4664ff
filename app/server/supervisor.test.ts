import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endAll, run } from '#tests/support/processes.ts'

afterEach(endAll)

test('while developing, a service starts anew with each change of its code, after a mistake too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const service = (says: string) =>
    `console.log('${says}'); process.send({ ready: true }); process.on('disconnect', () => process.exit())`
  write('service.ts', service('one'))
  const start = mkdtempSync(join(tmpdir(), 'keyturn-'))
  writeFileSync(
    join(start, 'start.ts'),
    `import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const folder = ${JSON.stringify(folder)}
    await new Supervisor().service('service', folder + '/service.ts', process.env, { watch: folder })
    console.log('started')`,
  )
  const { stdout, stderr, stop } = run([join(start, 'start.ts')], {})
  await expect.poll(stdout).toBe('one\nstarted\n')
  write('service.ts', service('two'))
  await expect.poll(stdout).toBe('one\nstarted\ntwo\n')
  write('styles.css', '')
  write('service.ts', 'mistake (')
  await expect.poll(stderr).toContain('the next change starts it again')
  write('service.ts', service('three'))
  await expect.poll(stdout).toBe('one\nstarted\ntwo\nthree\n')
  expect(await stop()).toBe(0)
})

test('told to stop, whoever asks the others leaves before them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const service = (name: string) =>
    `process.on('SIGTERM', () => {
      console.log('${name} is told')
      setTimeout(() => { console.log('${name} is gone'); process.exit() }, 50)
    }).on('disconnect', () => process.exit())
    process.send({ ready: true })`
  write('host.ts', service('host'))
  write('site.ts', service('site'))
  write(
    'start.ts',
    `import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const supervisor = new Supervisor()
    await supervisor.service('host', '${folder}/host.ts', process.env, { dispensable: true })
    await supervisor.service('site', '${folder}/site.ts', process.env)
    console.log('started')`,
  )
  const { stdout, stop } = run([join(folder, 'start.ts')], {})
  await expect.poll(stdout).toBe('started\n')
  expect(await stop()).toBe(0)
  expect(stdout()).toBe('started\nsite is told\nsite is gone\nhost is told\nhost is gone\n')
})
