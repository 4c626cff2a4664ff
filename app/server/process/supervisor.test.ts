import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endAll, run } from '#tests/support/processes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

afterEach(endAll)

test('while developing, a service starts anew with each change of its code, after a mistake too', async () => {
  const folder = newFolder()
  const beside = newFolder()
  mkdirSync(join(beside, 'below'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const service = (says: string) =>
    `console.log('${says}'); process.send({ ready: true }); process.on('disconnect', () => process.exit())`
  write('service.ts', service('one'))
  const start = newFolder()
  writeFileSync(
    join(start, 'start.ts'),
    `import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const folder = ${JSON.stringify(folder)}
    const watch = [{ folder, deep: true }, { folder: ${JSON.stringify(beside)}, deep: false }]
    await new Supervisor().service('service', folder + '/service.ts', process.env, { watch })
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
  // As Git and many an editor save: a new file takes the old one's place. So does a new folder, with what is in it.
  const replace = (text: string) => {
    write('service.new', text)
    renameSync(join(folder, 'service.new'), join(folder, 'service.ts'))
  }
  replace(service('four'))
  await expect.poll(stdout).toContain('four\n')
  replace(service('five'))
  await expect.poll(stdout).toContain('five\n')
  write('service.ts', `import './part/part.ts'; ${service('six')}`)
  await expect.poll(stderr).toContain('part.ts')
  mkdirSync(join(folder, 'part'))
  write('part/part.ts', '')
  await expect.poll(stdout).toContain('six\n')
  writeFileSync(join(beside, 'below/other.ts'), '')
  writeFileSync(join(beside, 'shared.ts'), '')
  await expect.poll(stdout).toContain('six\nsix\n')
  expect(await stop()).toBe(0)
  expect(stdout().match(/six/g)).toHaveLength(2)
})

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'told to stop (%s), whoever asks the others leaves before them',
  async (signal) => {
    const folder = newFolder()
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    const service = (name: string) =>
      `process.on('SIGTERM', () => {}).on('disconnect', () => {
      console.log('${name} is told')
      setTimeout(() => { console.log('${name} is gone'); process.exit() }, 50)
    })
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
    const { child, ended, stdout } = run([join(folder, 'start.ts')], {})
    await expect.poll(stdout).toBe('started\n')
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(stdout()).toBe('started\nsite is told\nsite is gone\nhost is told\nhost is gone\n')
  },
)

/** A service that comes up and falls, or doesn't come up, turn by turn; the supervisor that runs it, and how many turns there were. */
function telling(story: string, { dispensable = false } = {}) {
  const folder = newFolder()
  const turns = join(folder, 'turns')
  writeFileSync(
    join(folder, 'service.ts'),
    `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync('${turns}', '.')
    const turn = '${story}'.split(' ')[readFileSync('${turns}', 'utf8').length - 1]
    if (turn === 'fails') process.exit(3)
    if (turn === 'killed') process.kill(process.pid, 'SIGKILL')
    process.send({ ready: true })
    process.on('disconnect', () => process.exit())
    if (turn === 'falls') setTimeout(() => process.exit(3), 50)`,
  )
  writeFileSync(
    join(folder, 'start.ts'),
    `import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    await new Supervisor().service('part', '${folder}/service.ts', process.env, { dispensable: ${dispensable} })
    console.log('started')`,
  )
  const running = run([join(folder, 'start.ts')], {})
  return { ...running, turns: () => readFileSync(turns, 'utf8').length }
}

test('what falls is started again, a few times; what does not come up ends everything', async () => {
  const endings = [
    { story: 'fails', turns: 1, started: '' },
    { story: 'falls fails stays', turns: 2, started: 'started\n' },
    { story: 'falls falls falls falls stays', turns: 4, started: 'started\n' },
  ]
  await Promise.all(
    endings.map(async ({ story, turns, started }) => {
      const supervised = telling(story)
      expect(await supervised.ended, story).toBe(1)
      expect(supervised.turns(), story).toBe(turns)
      expect(supervised.stdout(), story).toBe(started)
      expect(supervised.stderr().includes('too often: everything ends'), story).toBe(turns > 3)
    }),
  )
})

test('what is killed before it is up says nothing itself, as for want of memory: it is said for it', async () => {
  for (const story of ['killed', 'falls killed']) {
    const { ended, stderr } = telling(story)
    expect(await ended, story).toBe(1)
    expect(stderr(), story).toContain('part was killed while it started: everything ends')
    expect(stderr(), story).toContain('"signal":"SIGKILL"')
  }
  const folder = newFolder()
  writeFileSync(join(folder, 'script.ts'), "process.kill(process.pid, 'SIGKILL')")
  writeFileSync(
    join(folder, 'start.ts'),
    `import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    await new Supervisor().once('${folder}/script.ts', [], process.env)`,
  )
  const script = run([join(folder, 'start.ts')], {})
  expect(await script.ended).toBe(1)
  expect(script.stderr()).toContain('script.ts was killed: everything ends')
})

test.each([
  ['a stop that what is only starting hears before the supervisor ends all calmly', true],
  ['a stop that it alone hears, as from what watches over memory, is a failure', false],
])('%s', async (_, heardByAll) => {
  const folder = newFolder()
  writeFileSync(
    join(folder, 'part.ts'),
    `import { spawn } from 'node:child_process'
    const { pid, ppid } = process
    spawn('sh', ['-c', 'kill ' + pid + ${heardByAll ? "' && kill ' + ppid" : "''"}])
    setInterval(() => {}, 1_000)`,
  )
  for (const call of [
    `service('part', '${folder}/part.ts', process.env)`,
    `once('${folder}/part.ts', [], process.env)`,
  ]) {
    writeFileSync(
      join(folder, 'start.ts'),
      `import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
      await new Supervisor().${call}`,
    )
    const { ended, stderr } = run([join(folder, 'start.ts')], {})
    expect(await ended, call).toBe(heardByAll ? 0 : 1)
    expect(stderr(), call).toMatch(heardByAll ? /^$/ : /was killed.*: everything ends.*/)
  }
})

test('what pages go on without is tried again once it has been up, and only then', async () => {
  const { turns, stderr, stop } = telling('falls fails stays', { dispensable: true })
  const never = telling('fails', { dispensable: true })
  await expect.poll(stderr).toContain('part fell and is started again')
  await expect.poll(stderr).toContain('part can’t come up and is tried again')
  await expect.poll(turns).toBe(3)
  expect(await stop()).toBe(0)
  expect(await never.ended).toBe(1)
})
