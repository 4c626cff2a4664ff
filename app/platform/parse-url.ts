/** Like `URL.parse`, which Safari before 18 and Chrome before 126 lack, but returns undefined. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
