/** Makes text safe to print on a terminal: line ends, escape sequences and bidirectional controls become `\u{…}`. */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
