import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { makeDataDir } from '#app/platform/database-file.server.ts'
import { type Env, STREAM_PORTS } from '#app/platform/environment.server.ts'

/** The port of `sanity dev`, above the ports of the lake's event streams. */
export const studioDevPort = (env: Env): number => env.STUDIO_PORT + STREAM_PORTS + 1

/** Checks packages, DATA_DIR and ports. Throws an Error of one line. */
export async function preflight(root: string, env: Env): Promise<void> {
  if (env.localLake && !existsSync(join(root, 'node_modules/@sanity/mutator')))
    throw new Error(
      'The local lake’s packages are missing: npm ci without --workspaces=false, or set SANITY_PROJECT_ID.',
    )
  try {
    makeDataDir(env.DATA_DIR)
    probeFolder(env.DATA_DIR)
  } catch (error) {
    throw new Error(`DATA_DIR=${env.DATA_DIR} can’t be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  await checkPorts(env)
}

/** Throws if no file can be written into a folder. */
export function probeFolder(folder: string): void {
  const probe = join(folder, `.write-${process.pid}`)
  writeFileSync(probe, '')
  rmSync(probe)
}

/** Throws an Error of one line about a port that is taken, or that has two uses. */
export async function checkPorts(env: Env): Promise<void> {
  const streams = Array.from({ length: STREAM_PORTS }, (_, index) => env.STUDIO_PORT + 1 + index)
  const names = new Map(env.localLake ? streams.map((port) => [port, 'STUDIO_PORT']) : [])
  const isDeveloping = env.NODE_ENV === 'development'
  const needed = [
    { name: 'STUDIO_PORT', port: env.STUDIO_PORT, isNeeded: env.localLake },
    { name: 'STUDIO_PORT', port: studioDevPort(env), isNeeded: env.localLake && isDeveloping },
    { name: 'HOST_PORT', port: env.HOST_PORT, isNeeded: !env.HOST_URL },
    { name: 'PORT', port: env.PORT, isNeeded: true },
  ]
  for (const { name, port } of needed.filter(({ isNeeded }) => isNeeded)) {
    if (names.has(port))
      throw new Error(`Port ${port} is for ${names.get(port)} and ${name}: set one of them.`)
    names.set(port, name)
    if (await isTaken(port)) throw new Error(`Port ${port} is taken: stop what uses it, or set ${name}.`)
  }
}

/** Whether a program on this machine accepts connections to a port. */
const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, 'localhost')
    probe.on('error', () => resolve(false))
    probe.on('connect', () => {
      probe.destroy()
      resolve(true)
    })
  })
