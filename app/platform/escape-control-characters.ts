/**
 * Makes text safe to print on one line of a terminal. A line end would fake another line, an escape sequence would steer the
 * terminal, a bidirectional control would turn the reading order around. Each is printed as `\u{…}`.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
