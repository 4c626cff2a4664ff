import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'

/** A place in a bundled file, as V8 names it. */
const PLACE = /(?:file:\/\/)?(\/[^():\n]+\.js):(\d+):(\d+)/g
/** Whatever fails in each answer fails in a few places: their maps take a tenth of a second to read. */
const MOST_KNOWN = 100
const known = new Map<string, string>()

/**
 * An error for the log: its stack with the places of the sources, where the files that it names were bundled (bundle.ts).
 * Node would do it too (`--enable-source-maps`), but reads the map of each file at each start.
 */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error) || !error.stack) return String(error)
  const at = error.stack.indexOf('\n    at ')
  if (at < 0) return error.stack
  const places = error.stack.slice(at)
  const told = known.get(places) ?? inSources(places)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(places, told)
  return error.stack.slice(0, at) + told
}

function inSources(places: string): string {
  const maps = new Map<string, SourceMap | undefined>()
  return places.replace(PLACE, (place, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, mapOf(file))
    const origin = maps.get(file)?.findOrigin(Number(line), Number(column))
    return origin && 'fileName' in origin && origin.fileName
      ? `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
      : place
  })
}

/** Undefined for what was not bundled, or whose build is gone. */
function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${decodeURI(file)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
