import { createContext, use } from 'react'
import type { Settings } from '#app/content/types.ts'

const SettingsContext = createContext<Settings | null>(null)
export const SettingsProvider = SettingsContext.Provider

/** The site's settings. Throws outside the layout. */
export function useSettings(): Settings {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('useSettings: no settings; render inside SettingsProvider')
  return settings
}
