import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
import { originOf } from '../http/ports.ts'
import { createSanityHostsProxy } from '../http/sanity-hosts-proxy.ts'
import type { Options } from './options.ts'
import { openLake, STOP_SIGNALS } from './start.ts'

type Ending = { code: number; signal: NodeJS.Signals | null }

/** Runs a program whose requests to Sanity's hosts reach a lake (README.md). Resolves to its exit. */
export async function run(options: Options, [program = '', ...args]: string[]): Promise<Ending> {
  const lake = (await runningLake(options)) ?? (await openLake(options))
  const proxy = await createSanityHostsProxy({ lakeUrl: lake.url, projectId: options.projectId })
  const folder = mkdtempSync(join(tmpdir(), 'lake-run-'))
  try {
    const env = environment(proxy, lake.token, join(folder, 'certificates.pem'))
    // Before the start, because the child may be ready at once. A terminal sends Ctrl+C to the child itself.
    for (const signal of STOP_SIGNALS)
      process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal))
    const child = spawn(program, args, { stdio: 'inherit', env })
    const [code, signal] = await once(child, 'exit').catch((error) => {
      throw new StartError(`${program} can’t be run (${error.code})`)
    })
    return { code, signal }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await proxy.close()
    await lake.close()
  }
}

/** The variables that send a program's requests through the proxy, as its own environment documents them. */
function environment(
  { url, certificate }: { url: string; certificate: string },
  token: string,
  certificateFile: string,
): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: others, NO_PROXY, no_proxy: direct = NO_PROXY } = process.env
  writeFileSync(certificateFile, [certificate, others ? readFileSync(others, 'utf8') : ''].join('\n'))
  const loopback = [direct, 'localhost,127.0.0.1,[::1]'].filter(Boolean).join()
  return {
    ...process.env,
    HTTPS_PROXY: url,
    https_proxy: url,
    NO_PROXY: loopback,
    no_proxy: loopback,
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: certificateFile,
    SANITY_AUTH_TOKEN: token,
  }
}

/** The lake that runs on the port with the same data folder, if there is one. Throws StartError for another project. */
async function runningLake({ host, port, dataDir, projectId }: Options) {
  try {
    // Only a lake with the same data folder accepts its token.
    const token = readFileSync(join(dataDir, 'lake-token'), 'utf8').trim()
    const url = originOf(host, port)
    const answer = await fetch(`${url}/v2025-02-19/projects/${projectId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.status === 404) throw new StartError(((await answer.json()) as { message: string }).message)
    return answer.ok ? { url, token, close: async () => {} } : undefined
  } catch (error) {
    if (error instanceof StartError) throw error
    return undefined
  }
}
