import { flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * V8's options for processes that answer. Little of an answer lives longer than it, so a young generation of 12 MB does,
 * where V8 would let it grow to 128; and the old one is cleared when it has grown by a third, not when it has doubled.
 */
export const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=30']

const COMPILED_CACHE_MS = 5_000

/**
 * Environment of the processes, beneath what the operator sets. What was compiled is kept beside the build, TypeScript's
 * types stripped: a start needn't do it again. glibc keeps what was freed for each thread, and large pieces too: one pool
 * for all and pieces of their own give memory back (elsewhere these mean nothing).
 */
export const runtimeVariables = (root: string): Record<string, string> => ({
  NODE_COMPILE_CACHE: join(root, 'build/compile-cache'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024),
})

/** Our own parts are asked past a proxy that the shell names, which Sanity's client takes for all addresses but these. */
export const pastProxies = ({ no_proxy, NO_PROXY }: NodeJS.ProcessEnv) => ({
  no_proxy: [no_proxy ?? NO_PROXY, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(),
})

/** Writes down what was compiled once the process has done its first work: one that is killed would leave nothing. */
export function keepCompiled(): void {
  setTimeout(flushCompileCache, COMPILED_CACHE_MS).unref()
}
