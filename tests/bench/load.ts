import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const WRK = '/usr/bin/wrk'

export const wrkIsHere = (): boolean => existsSync(WRK)

/** `cpuUs` is of the server, per request, `threadUs` of its main thread alone; the times are what a client waits. */
export type Load = {
  requests: number
  perSecond: number
  cpuUs: number
  threadUs: number
  p99Ms: number
  errors: number
}

type Options = { connections: number; seconds: number; headers?: Record<string, string> }

/** As many requests as a server of one process answers, to each of the paths in turn. */
export async function load(
  server: { url: string; pid: number },
  paths: string[],
  { connections, seconds, headers = {} }: Options,
): Promise<Load> {
  const script = join(tmpdir(), `keyturn-wrk-${process.pid}.lua`)
  writeFileSync(script, lua(paths, headers))
  const before = cpuMsOf(server.pid)
  const threadBefore = threadMsOf(server.pid)
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, server.url]
  const { stdout } = await promisify(execFile)(WRK, args)
  const cpuMs = cpuMsOf(server.pid) - before
  const threadMs = threadMsOf(server.pid) - threadBefore
  const [requests = 0, durationUs = 1, p99 = 0, errors = 0] =
    /^RESULT (.*)$/m.exec(stdout)?.[1]?.split(' ').map(Number) ?? []
  return {
    requests,
    perSecond: requests / (durationUs / 1e6),
    cpuUs: (cpuMs * 1_000) / Math.max(1, requests),
    threadUs: (threadMs * 1_000) / Math.max(1, requests),
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

/** CPU time that a process has used, all its threads together. Linux counts it in steps of 10 ms. */
export const cpuMsOf = (pid: number): number => cpuMsIn(`/proc/${pid}/stat`)

/** CPU time of a process's main thread: Node answers there, and compresses in others. */
const threadMsOf = (pid: number): number => cpuMsIn(`/proc/${pid}/task/${pid}/stat`)

function cpuMsIn(file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export const rssMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
