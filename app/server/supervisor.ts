import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#app/server/log.ts'
import { fail } from '#app/server/process.ts'
import { isStopSignal, onStopSignal } from '#app/stop-signals.server.ts'

/** After this long a process that was told to stop is killed; the whole stop takes less than 5 s. */
const KILL_AFTER_MS = 4_000
/** Those that others ask have the rest of that time, which is what the host takes at most. */
const ASKED_LATER_MS = 1_200
/** A signal that all processes get at once, by Ctrl-C or systemd, has reached this one by then, too. */
const TOLD_TOO_MS = 1_000
const RESTART_DELAYS_MS = [100, 500, 2_000]
/** What pages go on without (its file is broken, its port taken meanwhile) is then tried so often until it is back. */
const LATER_RESTARTS_MS = 10_000
/** A process that lived this long had started well: its next fall counts as the first. */
const HEALTHY_AFTER_MS = 30_000
/** Whoever saves one file often saves several. */
const SAVED_MS = 100

type ServiceOptions = {
  /** Pages go on without it: once it has been ready it is tried again until it is back. */
  dispensable?: boolean
  /** Options of Node's. */
  execArgv?: string[]
  /** While developing: with each change in these folders that Node itself may have read, it is started anew. */
  watch?: Watched[]
}

/** A folder: `deep` with those below it. */
export type Watched = { folder: string; deep: boolean }

/** Runs the product's processes: starts them in order, restarts one that falls, stops all: who asks others before them. */
export class Supervisor {
  readonly #children = new Set<ChildProcess>()
  /** Of these, those that ask the others. */
  readonly #asking = new Set<ChildProcess>()
  #stopping = false

  constructor() {
    onStopSignal(() => this.#stop())
  }

  get stopping(): boolean {
    return this.#stopping
  }

  /**
   * Starts a process of ours and resolves when it says that it is ready; a failure to start ends everything. One that has
   * been ready is started again when it falls, at most so often, then everything ends. Where changes are watched it waits
   * for the next one instead.
   */
  service(
    name: string,
    file: string,
    env: NodeJS.ProcessEnv,
    { dispensable = false, execArgv = [], watch: watched = [] }: ServiceOptions = {},
  ): Promise<void> {
    let falls = 0
    return new Promise((resolve) => {
      let child: ChildProcess | undefined
      let startAnew = false
      let readyOnce = false
      const run = () => {
        if (this.#stopping) return
        startAnew = false
        child = this.#keep(fork(file, [], { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
        if (!dispensable) this.#asking.add(child)
        let ready = false
        const startedAt = performance.now()
        child.on('message', (message) => {
          if (!(message as { ready?: boolean }).ready) return
          ready = true
          readyOnce = true
          resolve()
        })
        child.on('exit', (code, signal) => {
          child = undefined
          if (this.#stopping) return
          if (startAnew) return run()
          if (watched.length > 0 && readyOnce)
            return log('error', `${name} ended: the next change starts it again`, { code, signal })
          if (ready && performance.now() - startedAt > HEALTHY_AFTER_MS) falls = 0
          const delay = RESTART_DELAYS_MS[falls++] ?? (dispensable ? LATER_RESTARTS_MS : undefined)
          // What it said on the way out (a taken port, a bad variable) is the one line that matters; killed, it said nothing.
          if (!readyOnce || !(ready || dispensable)) {
            return void this.#failed(`${name} was killed while it started: everything ends`, signal)
          }
          if (delay === undefined) {
            log('error', `${name} fell again, too often: everything ends`, { code, signal })
            return void this.#stop(1)
          }
          const happened = ready ? 'fell and is started again' : 'can’t come up and is tried again'
          log('error', `${name} ${happened}`, { code, signal, inMs: delay })
          setTimeout(run, delay)
        })
      }
      run()
      onChange(watched, () => {
        if (!child) return run()
        startAnew = true
        tellToStop(child)
      })
    })
  }

  /** Starts a tool that says nothing when it is ready. */
  tool(
    name: string,
    command: string,
    args: string[],
    options: { cwd: string; env: NodeJS.ProcessEnv },
  ): void {
    const child = this.#keep(spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }))
    child.on('exit', (code) => {
      if (!this.#stopping) log('error', `${name} ended`, { code })
    })
  }

  /** Runs a script to its end; a failure ends everything. */
  async once(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
    const child = this.#keep(fork(file, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
    const [code, signal] = await once(child, 'exit')
    if (code !== 0) await this.#failed(`${file} was killed: everything ends`, signal)
  }

  /** Ends everything after what did not come up, or through. A stop may have reached it before us, and before it knew what to do then. */
  async #failed(killed: string, signal: NodeJS.Signals | null): Promise<void> {
    if (isStopSignal(signal)) await pause(TOLD_TOO_MS)
    if (signal && !this.#stopping) log('error', killed, { signal })
    await this.#stop(1)
  }

  #keep(child: ChildProcess): ChildProcess {
    this.#children.add(child)
    child.once('exit', () => this.#children.delete(child) && this.#asking.delete(child))
    child.once('error', (error) => fail(error.message))
    return child
  }

  async #stop(code = 0): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    setTimeout(() => {
      for (const child of this.#children) child.kill('SIGKILL')
    }, KILL_AFTER_MS)
    // What the site has taken, or takes until its door closes, it still needs host and lake for.
    await Promise.race([end(this.#asking), pause(ASKED_LATER_MS)])
    await end(this.#children)
    process.exit(code)
  }
}

/** Tells processes to stop; resolves once they are gone. */
function end(children: Set<ChildProcess>) {
  const gone = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of children) tellToStop(child)
  return Promise.all(gone)
}

/** By hanging up, too: whom others ask leaves a signal to us at first (Ctrl-C and systemd give it to all at once). */
function tellToStop(child: ChildProcess): void {
  child.kill('SIGTERM')
  if (child.connected) child.disconnect()
}

/** Calls back when a file that Node itself may have read has changed. Pages and styles are Vite's to reload. */
function onChange(watched: Watched[], call: () => void): void {
  let timer: NodeJS.Timeout | undefined
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(call, SAVED_MS)
  }
  // Each folder by itself: where Node watches files (`recursive`, on Linux), one that Git or an editor replaced is heard once.
  const follow = ({ folder: at, deep }: Watched) => {
    watch(at, (event, name) => {
      if (event === 'rename' && name && isFolder(join(at, name))) {
        if (!deep) return
        follow({ folder: join(at, name), deep })
        changed() // what is in it may have come before it was watched
      } else if (name?.endsWith('.ts') && !name.includes('.test.')) changed()
    })
    if (!deep) return
    for (const entry of readdirSync(at, { withFileTypes: true }))
      if (entry.isDirectory()) follow({ folder: join(at, entry.name), deep })
  }
  watched.forEach(follow)
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
