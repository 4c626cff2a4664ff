/** Makes text safe for a terminal: escapes line ends, control and bidirectional characters as `\u{…}`. */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
