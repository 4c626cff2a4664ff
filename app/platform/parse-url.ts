/** The URL that a text is; undefined for none. As `URL.parse`, which Safari before 18 and Chrome before 126 lack. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
