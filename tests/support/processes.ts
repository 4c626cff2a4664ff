import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A process with what it says. */
export type Running = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves to the exit code, or to the signal that ended it. */
  ended: Promise<number | string>
  /** Asks it to end. */
  stop(): Promise<number | string>
}

/** Runs a script of the project. */
export function run(args: string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, args, {
    cwd: root,
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
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The processes that descend from one, with their command lines. Linux: reads /proc. */
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
        return [] // it ended while we looked
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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Takes a port of this machine; resolves to the way to give it back. Rejects where it is taken already. */
export async function occupy(port: number, host?: string): Promise<() => Promise<void>> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}
