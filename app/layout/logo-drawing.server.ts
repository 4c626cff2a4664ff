import { setTimeout as pause } from 'node:timers/promises'
import { fileUrl } from '#app/content/media.ts'
import type { Settings } from '#app/content/types.ts'
import { type PathDrawing, pathDrawing } from '#app/layout/path-drawing.ts'

/** Of the file: a larger drawing stays one. */
const MAX_CHARACTERS = 4_096
/** A page waits no longer for it. */
const WAIT_MS = 1_000
/** A site has one logo, and those that it had before. */
const MAX_KNOWN = 20

/** The logo's drawing, and of which file. */
export type LogoDrawing = PathDrawing & { url: string }
export type LogoDrawings = (settings: Pick<Settings, 'logo'>) => Promise<LogoDrawing | null>

/**
 * Reads the logo's drawing, for a page that has room for it: then its file shares the network with nothing of that page. Null
 * where the file can't be read (in a second), is too large, or holds more than paths. Its address names its content
 * (app/content/media.ts), so that it is read once. `read` gets the file's text; undefined where there is none.
 */
export function createLogoDrawings(read: (url: string) => Promise<string | undefined>): LogoDrawings {
  const known = new Map<string, Promise<LogoDrawing | null | undefined>>()

  return async ({ logo }) => {
    const url = logo?.asset?.extension === 'svg' ? fileUrl(logo.asset) : undefined
    if (!url) return null
    const drawing = known.get(url) ?? begin(url)
    return (await Promise.race([drawing, pause(WAIT_MS, null, { ref: false })])) ?? null
  }

  function begin(url: string) {
    const drawing = read(url).then(
      (file) => (file === undefined ? undefined : drawn(file, url)),
      () => undefined,
    )
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(url, drawing)
    // What could not be read now is asked for again with the next page.
    drawing.then((found) => found === undefined && known.delete(url))
    return drawing
  }
}

function drawn(file: string, url: string): LogoDrawing | null {
  const drawing = file.length <= MAX_CHARACTERS ? pathDrawing(file) : undefined
  return drawing ? { ...drawing, url } : null
}
