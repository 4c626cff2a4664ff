import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and until the browser has taken over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
