/** Normalizes a path for comparison: unescaped, lower case, without a trailing slash. */
export const plainPath = (path: string): string =>
  unescaped(path)
    .toLowerCase()
    // The lookbehind avoids quadratic time for many slashes.
    .replace(/(?<!\/)\/+$/, '') || '/'

/** Decodes percent escapes. Returns an invalid path unchanged. */
export function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
