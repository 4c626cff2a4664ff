import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
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
  checkDataDir(env.DATA_DIR)
  await checkPorts(env)
}

function checkDataDir(dataDir: string): void {
  try {
    makeDataDir(dataDir)
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new Error(`DATA_DIR=${dataDir} can’t be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function checkPorts(env: Env): Promise<void> {
  const names = new Map<number, string>()
  for (const { name, port, optional } of portsOf(env)) {
    if (names.has(port))
      throw new Error(`Port ${port} is for ${names.get(port)} and ${name}: set one of them.`)
    names.set(port, name)
    const code = optional ? undefined : await listenError(port)
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is taken: stop what uses it, or set ${name}.`)
    if (code) throw new Error(`Port ${port} may not be used (${code}): set ${name}.`)
  }
}

/** The ports of the product, each with its variable. The ports of event streams are optional. */
function portsOf(env: Env): { name: string; port: number; optional?: boolean }[] {
  const streams = Array.from({ length: STREAM_PORTS }, (_, index) => env.STUDIO_PORT + 1 + index)
  return [
    ...(env.localLake ? [{ name: 'STUDIO_PORT', port: env.STUDIO_PORT }] : []),
    ...(env.localLake ? streams.map((port) => ({ name: 'STUDIO_PORT', port, optional: true })) : []),
    ...(env.localLake && env.NODE_ENV === 'development'
      ? [{ name: 'STUDIO_PORT', port: studioDevPort(env) }]
      : []),
    ...(env.HOST_URL ? [] : [{ name: 'HOST_PORT', port: env.HOST_PORT }]),
    { name: 'PORT', port: env.PORT },
  ]
}

/** The error code of listening on a port; undefined if the port is free. */
async function listenError(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '::1', '::']) {
    const code = await new Promise<string | undefined>((resolve) => {
      const probe = createServer()
      probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      probe.listen(port, host, () => probe.close(() => resolve(undefined)))
    })
    // Two of these addresses fail on a machine without IPv6, with other codes.
    if (code === 'EADDRINUSE' || code === 'EACCES') return code
  }
  return undefined
}
