import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { onStopSignal } from '#app/platform/stop-signals.server.ts'
import { log } from '#app/server/log.ts'

/** Kills a process this long after the stop began, so that a stop takes less than 5 s. */
const KILL_AFTER_MS = 4_000
/** The site stops this long before the services that its open requests need. */
const HEAD_START_MS = 1_200
const MIN_RESTART_DELAY_MS = 100
const RESTART_FACTOR = 4
const MAX_RESTART_DELAY_MS = 10_000
/** After running this long, the restart delay of a service is reset. */
const STABLE_AFTER_MS = 30_000

/** A Node process. `file` is its script. */
export type Service = {
  name: string
  file: string
  args?: string[]
  env: NodeJS.ProcessEnv
  cwd?: string
  /** Options for Node itself. */
  execArgv?: string[]
}

/** Starts the product's processes, restarts one that crashes, and stops them all on a stop signal. */
export class Supervisor {
  readonly #children = new Map<string, ChildProcess>()
  #stopping = false

  constructor() {
    onStopSignal(() => void this.stop(0))
  }

  /** Starts a service; resolves when it is ready. Everything stops if it exits earlier. Later crashes restart it. */
  start(service: Service): Promise<void> {
    return new Promise((resolve) => {
      let wasReady = false
      let delay = MIN_RESTART_DELAY_MS
      const run = () => {
        if (this.#stopping) return
        const startedAt = performance.now()
        const child = this.#fork(service)
        child.on('message', (message) => {
          if (!(message as { ready?: boolean }).ready) return
          wasReady = true
          resolve()
        })
        child.on('exit', (code, signal) => {
          if (this.#stopping) return
          if (!wasReady) return this.#failed(service, signal)
          if (performance.now() - startedAt > STABLE_AFTER_MS) delay = MIN_RESTART_DELAY_MS
          log('error', `${service.name} crashed; restarting`, { code, signal, inMs: delay })
          setTimeout(run, delay)
          delay = Math.min(delay * RESTART_FACTOR, MAX_RESTART_DELAY_MS)
        })
      }
      run()
    })
  }

  /** Runs a script and resolves when it succeeds. If it fails, everything stops. */
  run(script: Service): Promise<void> {
    return new Promise((resolve) => {
      this.#fork(script).on('exit', (code, signal) => {
        if (this.#stopping) return
        if (code === 0) resolve()
        else this.#failed(script, signal)
      })
    })
  }

  /** Stops everything, the last service first, then exits with this code. */
  async stop(code: number): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    const [last, ...others] = [...this.#children.values()].reverse()
    setTimeout(() => {
      for (const child of this.#children.values()) child.kill('SIGKILL')
    }, KILL_AFTER_MS)
    if (last) await Promise.race([stopChild(last), pause(HEAD_START_MS)])
    await Promise.all([last, ...others].map((child) => child && stopChild(child)))
    process.exit(code)
  }

  #fork({ name, file, args = [], env, cwd, execArgv = [] }: Service): ChildProcess {
    const child = fork(file, args, { env, cwd, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('error', (error) => log('error', `${name} could not be started`, { error: error.message }))
    this.#children.set(name, child)
    return child
  }

  #failed({ name }: Service, signal: NodeJS.Signals | null): void {
    // A killed process printed no reason.
    if (signal) log('error', `${name} was killed before it was ready`, { signal })
    void this.stop(1)
  }
}

/** Sends SIGTERM to a process; resolves when it has exited. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  // Backend and lake ignore a signal that reaches every process at once; they stop when the supervisor disconnects.
  if (child.connected) child.disconnect()
  await exited
}
