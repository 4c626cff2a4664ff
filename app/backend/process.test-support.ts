import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const OUTPUT_ARRIVES_WITHIN_MS = 100

const root = join(import.meta.dirname, '../..')

export type HostProcess = {
  child: ChildProcess
  output(): string
  exited: Promise<number | null>
}

/** Runs `node app/backend/main.ts` (or another file) with these environment variables only. */
export function spawnHost(
  variables: Record<string, string>,
  file = 'main.ts',
  args: string[] = [],
): HostProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join('app/backend', file), ...args], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, ...variables } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  // A child with a disconnected channel emits `exit`, but never `close`.
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => setTimeout(resolve, OUTPUT_ARRIVES_WITHIN_MS, code))
  })
  return { child, output: () => output, exited }
}

/** Starts the backend and waits until it is ready. */
export async function startHostProcess(variables: Record<string, string>): Promise<HostProcess> {
  const host = spawnHost(variables)
  await new Promise<void>((resolve, reject) => {
    host.child.once('message', () => resolve())
    host.exited.then(() => reject(new Error(`The host ended: ${host.output()}`)))
  })
  return host
}
