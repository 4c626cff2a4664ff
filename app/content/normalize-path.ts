/**
 * A path as addresses of old are compared by: unescaped (browsers copy “/größe” as “/gr%C3%B6%C3%9Fe”), in lower case, without
 * a slash at the end.
 */
export const plainPath = (path: string): string =>
  unescaped(path)
    .toLowerCase()
    // From the first of them only: a path may hold thousands in its middle.
    .replace(/(?<!\/)\/+$/, '') || '/'

/** Without percent escapes; as it is where they are none. */
export function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
