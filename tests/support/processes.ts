import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { until } from '#tests/support/http.ts'

const root = join(import.meta.dirname, '../..')

export type Running = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves to the exit code, or to the signal that ended it. */
  ended: Promise<number | string>
  stop(): Promise<number | string>
}

const started = new Set<Running>()

/** Runs a script of the project, or another command. `group`: as its own process group, for Ctrl-C. */
export function run(
  args: string[],
  env: Record<string, string>,
  { command = process.execPath, group = false }: { command?: string; group?: boolean } = {},
): Running {
  const child = spawn(command, args, {
    cwd: root,
    detached: group,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? '')),
  )
  const running: Running = {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
  started.add(running)
  ended.then(() => started.delete(running))
  return running
}

/** Waits until a process has printed a text; resolves to the elapsed ms. */
export const waitForOutput = (running: Running, text: string): Promise<number> =>
  until(
    async () => running.stdout() + running.stderr(),
    (output) => output.includes(text),
    { withinMs: 180_000, everyMs: 20 },
  )

export async function stopAllProcesses(): Promise<void> {
  await Promise.all([...started].map((running) => running.stop()))
}

/** Returns the descendants of a process, with their command lines. Reads /proc (Linux). */
export function descendants(pid: number): { pid: number; command: string }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
      } catch {
        return [] // it has just ended
      }
    })
  const found: { pid: number; command: string }[] = []
  const parents = [pid]
  for (let parent = parents.shift(); parent !== undefined; parent = parents.shift())
    for (const process of all)
      if (process.parent === parent) {
        found.push({ pid: process.pid, command: process.command })
        parents.push(process.pid)
      }
  return found
}

/** Returns the id of the product's process that runs a script. */
export function pidOf({ child }: { child: ChildProcess }, script: string): number {
  const found = descendants(Number(child.pid)).find(({ command }) => command.includes(script))
  if (!found) throw new Error(`No process runs ${script}`)
  return found.pid
}

export const processesOf = (dataDir: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8')
        if (!environment.includes(`DATA_DIR=${dataDir}\0`)) return []
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || []
      } catch {
        return []
      }
    })

/** Listens on a port; resolves to a function that frees it. Rejects if the port is taken. */
export async function occupyPort(port: number, host?: string): Promise<() => Promise<void>> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}
