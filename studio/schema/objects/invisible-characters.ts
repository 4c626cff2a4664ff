/** Characters that nobody sees and that search doesn't skip: soft hyphens, spaces without width, writing directions. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Mails are full of non-breaking spaces, and a phone breaks no line there. */
export const withoutFixedSpaces = (text: string): string => text.replace(/ ?\u00a0[ \u00a0]*/g, ' ')
