import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import type { HostedLake } from '#studio/lake/hosted-lake.test-support.ts'
import { freePorts } from '#tests/support/ports.ts'

const root = join(import.meta.dirname, '../..')
/** A start takes seconds, but minutes on a busy machine. */
export const START_TIMEOUT_MS = 240_000

/** The whole product as `npm start` runs it, with its own ports and data folder. */
export type Product = {
  siteUrl: string
  studioUrl: string
  metricsUrl: string
  dataDir: string
  editor: SanityClient
  visitor: SanityClient
  output(): string
  child: ChildProcess
  /** Stops all processes; resolves to the exit code. */
  stop(): Promise<number | null>
}

/** Starts a product; rejects with its output if it fails. `worker` selects the ports. A given `dataDir` stays after the stop. */
export async function startProduct({
  worker = 0,
  dataDir,
  env = {},
  hosted,
  logFile,
}: {
  worker?: number
  dataDir?: string
  /** Uses this project instead of a local lake. */
  hosted?: HostedLake
  env?: Record<string, string>
  /** Writes the log to a file, because reading a pipe would distort measurements. */
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
      VITEST: undefined, // the product is not under Vitest
      PORT: String(ports.site),
      STUDIO_PORT: String(ports.studio),
      HOST_PORT: String(ports.host),
      METRICS_PORT: String(ports.metrics),
      DATA_DIR: folder,
      REVIEWS_PER_DAY: '1000', // all visitors of a test have one address
      ...hosted?.env,
      ...env,
    },
    stdio: logFile ? ['ignore', openSync(logFile, 'w'), 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  // Joined only on demand: a slow reader would block the processes.
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
    const checkOutput = () => {
      if (!output().includes(ready)) return
      child.stdout?.off('data', checkOutput)
      clearInterval(interval)
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', checkOutput)
    const interval = logFile ? setInterval(checkOutput, 100) : undefined
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

/** Shares resized images between the products of a test run. */
function shareImageCache(dataDir: string): void {
  const { TEST_IMAGE_CACHE: shared } = process.env
  const cache = join(dataDir, 'cache')
  if (!shared || existsSync(cache)) return
  for (const folder of [shared, dataDir]) mkdirSync(folder, { recursive: true })
  symlinkSync(shared, cache)
}
