/** Signs that nobody sees, and that search does not look past: where a word may be parted, a space of no width, a direction of writing. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

export const withoutInvisibleCharacters = (text: string): string => text.replace(UNSEEN, '')

/** Editors type none: mails are full of them, and a phone breaks no line there. */
export const withoutFixedSpaces = (text: string): string => text.replace(/ ?\u00a0[ \u00a0]*/g, ' ')
