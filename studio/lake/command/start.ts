import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Lake, startLake } from '../lake.ts'
import type { Log } from '../log.ts'
import type { Options } from './options.ts'

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const logProblems: Log = (event, details = {}, level = 'info') => {
  if (level !== 'info') process.stderr.write(`lake: ${event} ${JSON.stringify(details)}\n`)
}

/** Starts a lake with the options of the command line. A damaged database ends the process. */
export function openLake({ studio, ...options }: Options, studioKey?: string): Promise<Lake> {
  return startLake({
    ...options,
    [studio?.startsWith('http') ? 'studioDevUrl' : 'studioDist']: studio,
    studioKey,
    log: logProblems,
    onDamage(fault) {
      process.stderr.write(`lake: ${options.dataDir}/lake.db is damaged: ${fault}\n`)
      process.exit(1) // writes to a damaged file may be lost
    },
  })
}

/** Starts a lake, prints how to use it, and stops it at a signal. */
export async function start(options: Options): Promise<void> {
  const key = options.studio === undefined ? undefined : randomBytes(18).toString('base64url')
  const lake = await openLake(options, key)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    lake.close().then(() => process.exit(0))
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  console.log(instructions(lake, options, key))
}

function instructions(
  { url, port }: Lake,
  { dataDir, projectId, dataset, host }: Options,
  key: string | undefined,
) {
  const tokenFile = join(dataDir, 'lake-token')
  const studio = key
    ? `${url}/?key=${key} (the key signs one browser in, once)`
    : 'lake --studio <folder> serves the output of "sanity build" with the API'
  return `Content Lake: ${url}
Project "${projectId}", dataset "${dataset}". Data: ${dataDir}
The administrator's token: ${tokenFile}

Client
  createClient({
    projectId: '${projectId}',
    dataset: '${dataset}',
    apiVersion: '2025-02-19',
    apiHost: '${url}',
    useProjectHostname: false,
    useCdn: false,
    token: readFileSync('${tokenFile}', 'utf8').trim(), // for drafts and writes
  })

Studio: ${studio}
  defineConfig({
    projectId: '${projectId}',
    dataset: '${dataset}',
    apiHost: '${url}',
    auth: { loginMethod: 'cookie', providers: [{ name: 'lake', title: 'Sign in', url: '/' }] },
    unstable_clientFactory: (config) => createClient({ ...config, useProjectHostname: false }),
    …
  })

CLI and other programs, unchanged
  lake run${host ? ` --host ${host}` : ''} --port ${port} --data ${dataDir} --project-id ${projectId} -- npx sanity dataset list
`
}
