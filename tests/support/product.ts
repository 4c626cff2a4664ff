import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import type { HostedLake } from '#studio/lake/test-hosted.ts'
import { freePorts } from '#tests/support/ports.ts'

const root = join(import.meta.dirname, '../..')
/** Three processes and the first content: seconds, but minutes on a machine that does much else. */
export const START_TIMEOUT_MS = 240_000

/** The whole product as `npm start` runs it, on free ports and a data folder of its own. */
export type Product = {
  siteUrl: string
  studioUrl: string
  /** Where Prometheus asks. */
  metricsUrl: string
  dataDir: string
  /** An editor's client of the lake. */
  editor: SanityClient
  /** A client without any rights. */
  visitor: SanityClient
  /** What the processes printed so far. */
  output(): string
  child: ChildProcess
  /** Ends all processes; resolves to the exit code. */
  stop(): Promise<number | null>
}

/** Starts one; rejects with what was printed when it does not start. `worker`: of the test run, so that no two take the same ports. A given `dataDir` stays after the stop. */
export async function startProduct({
  worker = 0,
  dataDir,
  env = {},
  hosted,
  logFile,
}: {
  worker?: number
  dataDir?: string
  /** Reads this project instead of a local lake of its own. */
  hosted?: HostedLake
  env?: Record<string, string>
  /** Where the log goes when its reader would compete with what is measured. */
  logFile?: string
} = {}): Promise<Product> {
  const ports = await freePorts(worker)
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'keyturn-'))
  shareImageCache(folder)
  const child = spawn(process.execPath, ['app/server/process/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VITEST: undefined, // what is started is the product, also by a unit test
      PORT: String(ports.site),
      STUDIO_PORT: String(ports.studio),
      HOST_PORT: String(ports.host),
      METRICS_PORT: String(ports.metrics),
      DATA_DIR: folder,
      REVIEWS_PER_DAY: '1000', // all visitors of a test come from one address
      ...hosted?.env,
      ...env,
    },
    stdio: logFile ? ['ignore', openSync(logFile, 'w'), 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  // Put together only when somebody asks: a reader that falls behind holds up what it reads.
  const printed: Buffer[] = []
  const output = () => (logFile ? readFileSync(logFile, 'utf8') : Buffer.concat(printed).toString())
  child.stdout?.on('data', (chunk) => printed.push(chunk))
  child.stderr?.on('data', (chunk) => printed.push(chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const siteUrl = `http://localhost:${ports.site}`
  const studioUrl = `http://localhost:${ports.studio}`
  const ready = hosted ? `Content from Sanity project ${hosted.projectId}` : `Studio  ${studioUrl}`

  const started = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The product did not start:\n${output()}`)),
      START_TIMEOUT_MS,
    )
    const look = () => {
      if (!output().includes(ready)) return
      child.stdout?.off('data', look)
      clearInterval(interval)
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', look)
    const interval = logFile ? setInterval(look, 100) : undefined
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output()}`)))
  })
  await started.catch((error) => {
    child.kill('SIGTERM')
    throw error
  })

  const config = {
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: studioUrl,
    useProjectHostname: false,
    useCdn: false,
    maxRetries: 0,
  }
  return {
    siteUrl,
    studioUrl,
    metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
    dataDir: folder,
    editor:
      hosted?.editor ??
      createClient({
        ...config,
        token: readFileSync(join(folder, 'lake-token'), 'utf8').trim(),
        perspective: 'raw',
      }),
    visitor: createClient(config),
    output,
    child,
    async stop() {
      child.kill('SIGTERM')
      const code = await exited
      if (!dataDir) rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** In a run of the tests each picture is drawn once, whichever product shows it first. */
function shareImageCache(dataDir: string): void {
  const { TEST_IMAGE_CACHE: drawn } = process.env
  const cache = join(dataDir, 'cache')
  if (!drawn || existsSync(cache)) return
  for (const folder of [drawn, dataDir]) mkdirSync(folder, { recursive: true })
  symlinkSync(drawn, cache)
}
