import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { run, stopAllProcesses } from '#tests/support/processes.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

afterEach(stopAllProcesses)

/** Runs a supervisor script; `folder` contains the services. */
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

/** Supervises one service. `story` has one word for each of its starts. */
function superviseStory(story: string) {
  const folder = newFolder()
  const starts = join(folder, 'starts')
  writeFileSync(
    join(folder, 'part.ts'),
    `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync('${starts}', '.')
    const action = '${story}'.split(' ')[readFileSync('${starts}', 'utf8').length - 1]
    if (action === 'fails') process.exit(3)
    if (action === 'killed') process.kill(process.pid, 'SIGKILL')
    process.send({ ready: true })
    process.on('disconnect', () => process.exit())
    if (action === 'crashes') process.exit(3)`,
  )
  return {
    ...supervise(folder, "await supervisor.start(service('part'))"),
    starts: () => readFileSync(starts, 'utf8').length,
  }
}

test.each(['SIGTERM', 'SIGHUP'] as const)('%s stops the last service before the others', async (signal) => {
  const folder = newFolder()
  for (const name of ['host', 'site'])
    writeFileSync(
      join(folder, `${name}.ts`),
      `process.on('SIGTERM', () => {}).on('disconnect', () => {
        console.log('${name} stops')
        setTimeout(() => { console.log('${name} exits'); process.exit() }, 50)
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
  expect(stdout()).toBe('started\nsite stops\nsite exits\nhost stops\nhost exits\n')
})

test('a service that crashes is restarted until it is ready', async () => {
  const { starts, stderr, stop } = superviseStory('crashes fails killed stays')
  await expect.poll(starts).toBe(4)
  expect(stderr().match(/part crashed; restarting/g)).toHaveLength(3)
  expect(await stop()).toBe(0)
})

test('a service that cannot start stops everything', async () => {
  const failed = superviseStory('fails')
  expect(await failed.ended).toBe(1)
  expect(failed.starts()).toBe(1)
  expect(failed.stdout() + failed.stderr(), 'its own output says why').toBe('')
  const killed = superviseStory('killed')
  expect(await killed.ended).toBe(1)
  expect(killed.stderr()).toContain('part was killed before it was ready')
})
