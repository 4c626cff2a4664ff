/** Normalizes a path for comparison: decodePath, lower case, without a trailing slash. */
export const normalizePath = (path: string): string =>
  decodePath(path)
    .toLowerCase()
    // The lookbehind avoids quadratic time for many slashes.
    .replace(/(?<!\/)\/+$/, '') || '/'

/** Decodes percent escapes. Returns an invalid path unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
