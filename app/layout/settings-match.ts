import type { Settings } from '#app/content/types.ts'

/** The settings among the matches that a route's meta function gets; undefined when the root loader failed. */
export const settingsOf = (matches: { id: string; data?: unknown }[]): Settings | undefined =>
  (matches.find(({ id }) => id === 'root')?.data as { settings?: Settings } | undefined)?.settings
