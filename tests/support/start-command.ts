import { test } from '@playwright/test'
import { until } from '#tests/support/http.ts'
import { freePorts } from '#tests/support/ports.ts'
import { occupyPort, processesOf } from '#tests/support/processes.ts'

export const START = ['app/server/process/start.ts']
/** `npm start` prints this last. */
export const READY = '\n  Studio  http'

export type StartEnv = Record<'PORT' | 'STUDIO_PORT' | 'HOST_PORT' | 'DATA_DIR', string>

/** An environment with free ports of this Playwright worker. `offset` gives a second product ports of its own. */
export async function startEnvironment(DATA_DIR: string, offset = 4): Promise<StartEnv> {
  const { site, studio, host } = await freePorts(test.info().parallelIndex + offset)
  return { PORT: `${site}`, STUDIO_PORT: `${studio}`, HOST_PORT: `${host}`, DATA_DIR }
}

/** A stop takes at most 5 s; on a slow machine, at most as long as its start. */
export const stopWithinMs = (startMs: number): number => Math.max(5_000, startMs)

/** Waits until no process of the product runs, and its ports are free. */
export async function expectAllStopped({ PORT, STUDIO_PORT, HOST_PORT, DATA_DIR }: StartEnv): Promise<void> {
  await until(
    async () => processesOf(DATA_DIR).join(', '),
    (commands) => commands === '',
  )
  for (const port of [PORT, STUDIO_PORT, HOST_PORT]) await (await occupyPort(Number(port)))()
}
