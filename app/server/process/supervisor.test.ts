import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endAll, run } from '#tests/support/processes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

afterEach(endAll)

/** Runs a supervisor script; `folder` holds the services. */
function supervise(folder: string, script: string) {
  writeFileSync(
    join(folder, 'start.ts'),
    `import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const supervisor = new Supervisor()
    const service = (name: string) => ({ name, file: '${folder}/' + name + '.ts', env: process.env })
    ${script}
    console.log('started')`,
  )
  return run([join(folder, 'start.ts')], {})
}

/** Supervises one service that does one thing after the other, a word for each time it starts. */
function superviseStory(story: string) {
  const folder = newFolder()
  const turns = join(folder, 'turns')
  writeFileSync(
    join(folder, 'part.ts'),
    `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync('${turns}', '.')
    const turn = '${story}'.split(' ')[readFileSync('${turns}', 'utf8').length - 1]
    if (turn === 'fails') process.exit(3)
    if (turn === 'killed') process.kill(process.pid, 'SIGKILL')
    process.send({ ready: true })
    process.on('disconnect', () => process.exit())
    if (turn === 'falls') process.exit(3)`,
  )
  return {
    ...supervise(folder, "await supervisor.start(service('part'))"),
    turns: () => readFileSync(turns, 'utf8').length,
  }
}

test.each(['SIGTERM', 'SIGHUP'] as const)('%s stops the last service before the others', async (signal) => {
  const folder = newFolder()
  for (const name of ['host', 'site'])
    writeFileSync(
      join(folder, `${name}.ts`),
      `process.on('SIGTERM', () => {}).on('disconnect', () => {
        console.log('${name} stops')
        setTimeout(() => { console.log('${name} is gone'); process.exit() }, 50)
      })
      process.send({ ready: true })`,
    )
  const { child, ended, stdout } = supervise(
    folder,
    "await supervisor.start(service('host')); await supervisor.start(service('site'))",
  )
  await expect.poll(stdout).toBe('started\n')
  child.kill(signal)
  expect(await ended).toBe(0)
  expect(stdout()).toBe('started\nsite stops\nsite is gone\nhost stops\nhost is gone\n')
})

test('a service that falls is restarted until it is back', async () => {
  const { turns, stderr, stop } = superviseStory('falls fails killed stays')
  await expect.poll(turns).toBe(4)
  expect(stderr().match(/part fell and is started again/g)).toHaveLength(3)
  expect(await stop()).toBe(0)
})

test('a service that can’t start stops everything', async () => {
  const failed = superviseStory('fails')
  expect(await failed.ended).toBe(1)
  expect(failed.turns()).toBe(1)
  expect(failed.stdout() + failed.stderr(), 'its own output says why').toBe('')
  const killed = superviseStory('killed')
  expect(await killed.ended).toBe(1)
  expect(killed.stderr()).toContain('part was killed before it was ready')
})

test('a script that fails stops everything', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'good.ts'), "console.log('good')")
  writeFileSync(join(folder, 'bad.ts'), 'process.exit(3)')
  const { ended, stdout } = supervise(
    folder,
    "await supervisor.run(service('good')); await supervisor.run(service('bad'))",
  )
  expect(await ended).toBe(1)
  expect(stdout()).toBe('good\n')
})
