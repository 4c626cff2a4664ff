/** Soft hyphens, zero-width spaces and direction marks, which break search. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')
