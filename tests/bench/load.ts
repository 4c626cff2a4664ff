import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const WRK = '/usr/bin/wrk'

export const isWrkInstalled = (): boolean => existsSync(WRK)

/** `cpuUs`: CPU time of the server per request. `p99Ms`: response time. */
export type Load = {
  requests: number
  perSecond: number
  cpuUs: number
  p99Ms: number
  errors: number
}

type Options = { connections: number; seconds: number; headers?: Record<string, string> }

/** Sends requests to the paths in turn, as fast as the server responds. */
export async function load(
  server: { url: string; pid: number },
  paths: string[],
  { connections, seconds, headers = {} }: Options,
): Promise<Load> {
  const script = join(tmpdir(), `keyturn-wrk-${process.pid}.lua`)
  writeFileSync(script, lua(paths, headers))
  const before = cpuMsOf(server.pid)
  // On a busy machine a response may take longer than wrk's 2 s.
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, server.url]
  const { stdout } = await promisify(execFile)(WRK, args)
  const cpuMs = cpuMsOf(server.pid) - before
  const [requests = 0, durationUs = 1, p99 = 0, errors = 0] =
    /^RESULT (.*)$/m.exec(stdout)?.[1]?.split(' ').map(Number) ?? []
  return {
    requests,
    perSecond: requests / (durationUs / 1e6),
    cpuUs: (cpuMs * 1_000) / Math.max(1, requests),
    p99Ms: p99 / 1_000,
    errors,
  }
}

const lua = (paths: string[], headers: Record<string, string>) => `
local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join('\n')}
local made, next = {}, 0
function init()
  for i, path in ipairs(paths) do made[i] = wrk.format("GET", path) end
end
function request()
  next = next % #made + 1
  return made[next]
end
function done(summary, latency)
  local e = summary.errors
  print(string.format("RESULT %d %d %d %d", summary.requests, summary.duration,
    latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`

/** CPU time that a process and its threads have used. Linux counts it in steps of 10 ms. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export const rssMbOf = (pid: number): number => statusMb(pid, 'VmRSS')
/** The highest RSS since the start of a process. */
export const peakRssMbOf = (pid: number): number => statusMb(pid, 'VmHWM')

const statusMb = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
