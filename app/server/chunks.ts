import { hash } from 'node:crypto'
import { relative } from 'node:path'

type ModuleInfo = { importedIds: readonly string[] } | null
type Graph = { getModuleInfo(id: string): ModuleInfo; getModuleIds(): Iterable<string> }

/** Runs on every page, whether React takes it over or not. */
const ENTRY = /\/app\/entry\.client\.ts$/
/** What every page may need; other routes' code comes when a visitor goes there. */
const ON_EVERY_PAGE =
  /\/app\/(?:hydration\/hydrate|root|routes\/(?:_index|\$slug|\$slug_\.\$address|resources_\.\$slug))\.tsx$/
/** Styles of their own, fetched with their code. */
const APART = /\/app\/(?:checkout|preview|ui\/styleguide)/
/** Half of all code, and needs no other; with what Rollup and Vite add themselves (it begins with a zero). */
const REACT = /^\0|\/node_modules\/(?:react|react-dom|scheduler)\/|\/app\/hydration\/react\.ts$/
/** What changes with a dependency only, and what stands in for parts of one. */
const LIBRARIES = /\/node_modules\/|\/app\/hydration\/(?:router\.ts$|remix\/)/

/**
 * Puts a module of the browser's code into a chunk, as Rollup's `manualChunks` asks: one file of code and one of styles
 * for all pages of content, two with what changes only with a dependency, and a small one that begins before these.
 * Undefined leaves it to Rollup.
 */
export function chunkOf(root: string) {
  const graphs = new WeakMap<object, Record<'early' | 'everywhere', Set<string>>>()
  return (id: string, graph: Graph): string | undefined => {
    // What begins something: as part of a larger file it would begin with that.
    if (id.includes('?__remix') || ENTRY.test(id)) return undefined
    let known = graphs.get(graph.getModuleInfo)
    if (!known) {
      known = { early: reachable(graph, ENTRY), everywhere: reachable(graph, ON_EVERY_PAGE) }
      graphs.set(graph.getModuleInfo, known)
    }
    if (known.early.has(id)) return 'early'
    const path = id.split('?')[0] as string
    // Code that comes late brings no styles late: nothing may change its looks meanwhile.
    if (path.startsWith(`${root}/app/`) && path.endsWith('.css')) return APART.test(path) ? undefined : 'site'
    if (!known.everywhere.has(id)) return undefined
    if (REACT.test(path)) return 'react'
    return LIBRARIES.test(path) ? 'libraries' : 'site'
  }
}

/** All modules that some import, without what they import only when it is needed. */
function reachable(graph: Graph, from: RegExp): Set<string> {
  const found = new Set<string>()
  const open = [...graph.getModuleIds()].filter((id) => from.test(id.split('?')[0] as string))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * A class name for a style sheet: three characters that are the file's, so that they compress, and its place among the file's names.
 * The same in each build. Throws when two files' coincide.
 */
export function shortNames(root: string) {
  const files = new Map<string, { file: string; names: Set<string> }>()
  return (name: string, path: string): string => {
    const file = relative(root, path.split('?')[0] as string)
    const number = hash('sha256', file, 'buffer').readUInt32BE()
    const prefix = `${((number % 26) + 10).toString(36)}${(Math.trunc(number / 26) % 1_296).toString(36).padStart(2, '0')}`
    const known = files.get(prefix) ?? { file, names: new Set() }
    if (known.file !== file) throw new Error(`${file} and ${known.file} are both ${prefix}`)
    files.set(prefix, known)
    known.names.add(name)
    return `${prefix}${[...known.names].indexOf(name).toString(36)}`
  }
}
