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
type Begun = { reading: Promise<void>; drawing: LogoDrawing | null }
type WithLogo = Pick<Settings, 'logo'>
export type LogoDrawings = {
  /** Waits for it a second at most. */
  of(settings: WithLogo): Promise<LogoDrawing | null>
  /** Tells what `of` gives now, without waiting; each hit of a page asks. */
  known(settings: WithLogo): () => LogoDrawing | null
}

/**
 * Reads the logo's drawing, for a page that has room for it: then its file shares the network with nothing of that page. Null
 * where the file can't be read (in a second), is too large, or holds more than paths. Its address names its content
 * (app/content/media.ts), so that it is read once. `read` gets the file's text; undefined where there is none.
 */
export function createLogoDrawings(read: (url: string) => Promise<string | undefined>): LogoDrawings {
  const begun = new Map<string, Begun>()

  const drawingAt = (url = ''): LogoDrawing | null => begun.get(url)?.drawing ?? null
  return {
    known(settings) {
      const url = urlOf(settings) // once: a hit takes microseconds
      return () => drawingAt(url)
    },
    async of(settings) {
      const url = urlOf(settings)
      if (!url) return null
      const { reading } = begun.get(url) ?? begin(url)
      await Promise.race([reading, pause(WAIT_MS, undefined, { ref: false })])
      return drawingAt(url)
    },
  }

  function begin(url: string) {
    const logo: Begun = {
      drawing: null,
      reading: read(url).then(
        (file) => {
          // What could not be read now is asked for again with the next page.
          if (file === undefined) begun.delete(url)
          else logo.drawing = drawn(file, url)
        },
        () => void begun.delete(url),
      ),
    }
    if (begun.size >= MAX_KNOWN) begun.clear()
    begun.set(url, logo)
    return logo
  }
}

const urlOf = ({ logo }: WithLogo): string | undefined =>
  logo?.asset?.extension === 'svg' ? fileUrl(logo.asset) : undefined

function drawn(file: string, url: string): LogoDrawing | null {
  const drawing = file.length <= MAX_CHARACTERS ? pathDrawing(file) : undefined
  return drawing ? { ...drawing, url } : null
}
