/**
 * What a visitor typed, or a host answered, on one line of a list for people: a line end would begin a line that nobody
 * wrote, other signs steer a terminal or turn the order in which the rest is read. Each such sign is named instead.
 */
export const asTyped = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  )
